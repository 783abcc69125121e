import ScoreTerminal
import Testing

@Suite struct FramePacerTests {
  private static func canSend(_ pacer: inout FramePacer, at time: Double) -> Bool { pacer.canSend(at: time) }

  @Test func twoFramesAreUnderWayAtMost() {
    var pacer = FramePacer()
    #expect(Self.canSend(&pacer, at: 0))
    pacer.sent(at: 0)
    #expect(Self.canSend(&pacer, at: 1))
    pacer.sent(at: 1)
    #expect(!Self.canSend(&pacer, at: 2))
    #expect(pacer.retryTime == 1 + FramePacer.patience)
    pacer.acknowledged()
    #expect(Self.canSend(&pacer, at: 3))
    #expect(pacer.retryTime == nil)
  }

  @Test func lostAnswersAreForgivenAndAMuteTerminalIsNotAsked() {
    var pacer = FramePacer()
    pacer.sent(at: 0)
    pacer.acknowledged()
    pacer.sent(at: 1)
    pacer.sent(at: 2)
    #expect(Self.canSend(&pacer, at: 2 + FramePacer.patience))
    #expect(pacer.isAsking)
    var mute = FramePacer()
    mute.sent(at: 0)
    mute.sent(at: 0)
    #expect(Self.canSend(&mute, at: FramePacer.patience))
    #expect(!mute.isAsking)
    mute.sent(at: FramePacer.patience)
    #expect(Self.canSend(&mute, at: FramePacer.patience))
  }
}
