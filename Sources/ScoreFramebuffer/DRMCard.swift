internal import CLinuxDisplay
internal import Glibc
internal import ScoreDrawing

/// A graphics card of the kernel's DRM subsystem, used with dumb buffers: no GPU and no library needed.
final class DRMCard: DisplayCard {
  let path: String
  private let file: Descriptor
  private var modes: [UInt32: [drm_mode_modeinfo]] = [:]
  private var powerProperties: [UInt32: UInt32] = [:]

  /// Opens a card.
  ///
  /// - Throws: the call that failed; `ENOTSUP` for a card without displays or dumb buffers.
  init(path: String) throws(SystemCallError) {
    self.path = path
    file = try Descriptor(path: path, flags: O_RDWR | O_NONBLOCK)
    var capability = drm_get_cap(capability: UInt64(DRM_CAP_DUMB_BUFFER), value: 0)
    try file.request(SCOREVIEW_DRM_GET_CAP, "GET_CAP", &capability)
    guard capability.value != 0 else { throw SystemCallError("dumb buffers", code: ENOTSUP) }
    _ = try resources()
  }

  var descriptor: Int32 { file.number }

  /// The paths of all cards, by number.
  static func paths() -> [String] {
    DeviceFolder.numbers(in: "/dev/dri", prefix: "card").map { "/dev/dri/card\($0)" }
  }

  // MARK: Who draws

  func becomeMaster() throws(SystemCallError) {
    try file.request(SCOREVIEW_DRM_SET_MASTER, "SET_MASTER", number: 0)
  }

  func dropMaster() throws(SystemCallError) {
    try file.request(SCOREVIEW_DRM_DROP_MASTER, "DROP_MASTER", number: 0)
  }

  // MARK: Connectors

  private func resources() throws(SystemCallError) -> (connectors: [UInt32], controllers: [UInt32]) {
    var connectors = [UInt32](repeating: 0, count: 64)
    var controllers = [UInt32](repeating: 0, count: 64)
    var answer = drm_mode_card_res()
    try withAddresses(&connectors, &controllers) { (connectors, controllers) throws(SystemCallError) in
      answer.connector_id_ptr = connectors
      answer.crtc_id_ptr = controllers
      answer.count_connectors = 64
      answer.count_crtcs = 64
      try file.request(SCOREVIEW_DRM_GET_RESOURCES, "GETRESOURCES", &answer)
    }
    return (
      Array(connectors.prefix(Int(answer.count_connectors))), Array(controllers.prefix(Int(answer.count_crtcs)))
    )
  }

  func connectors() throws(SystemCallError) -> [Connector] {
    let (ids, controllers) = try resources()
    // A connector can go between the two calls; then it is not there.
    return ids.compactMap { try? connector($0, controllers: controllers) }
  }

  private func connector(_ id: UInt32, controllers: [UInt32]) throws(SystemCallError) -> Connector {
    // Asking for no modes makes the kernel look at the display; with room for modes it repeats what it knew.
    var probe = drm_mode_get_connector()
    probe.connector_id = id
    try file.request(SCOREVIEW_DRM_GET_CONNECTOR, "GETCONNECTOR", &probe)
    var modes = [drm_mode_modeinfo](repeating: drm_mode_modeinfo(), count: Int(min(probe.count_modes, 512)) + 1)
    var encoders = [UInt32](repeating: 0, count: Int(min(probe.count_encoders, 64)) + 1)
    var properties = [UInt32](repeating: 0, count: Int(min(probe.count_props, 256)) + 1)
    var values = [UInt64](repeating: 0, count: properties.count)
    var answer = drm_mode_get_connector()
    answer.connector_id = id
    answer.count_modes = UInt32(modes.count)
    answer.count_encoders = UInt32(encoders.count)
    answer.count_props = UInt32(properties.count)
    try withAddresses(&modes, &encoders) { (modes, encoders) throws(SystemCallError) in
      try withAddresses(&properties, &values) { (properties, values) throws(SystemCallError) in
        answer.modes_ptr = modes
        answer.encoders_ptr = encoders
        answer.props_ptr = properties
        answer.prop_values_ptr = values
        try file.request(SCOREVIEW_DRM_GET_CONNECTOR, "GETCONNECTOR", &answer)
      }
    }
    modes = Array(modes.prefix(Int(answer.count_modes)))
    self.modes[id] = modes
    return Connector(
      id: id, name: Connector.name(type: answer.connector_type, index: answer.connector_type_id),
      isConnected: answer.connection == 1, modes: modes.map(DisplayMode.init),
      controllers: possibleControllers(
        current: answer.encoder_id, encoders: Array(encoders.prefix(Int(answer.count_encoders))), controllers),
      powerProperty: powerProperty(of: id, among: Array(properties.prefix(Int(answer.count_props)))))
  }

  /// Controllers that can drive a connector, the present one first.
  private func possibleControllers(current: UInt32, encoders: [UInt32], _ controllers: [UInt32]) -> [UInt32] {
    var found: [UInt32] = []
    for id in [current] + encoders where id != 0 {
      var encoder = drm_mode_get_encoder()
      encoder.encoder_id = id
      guard (try? file.request(SCOREVIEW_DRM_GET_ENCODER, "GETENCODER", &encoder)) != nil else { continue }
      let possible = controllers.enumerated().filter { encoder.possible_crtcs >> UInt32($0.offset) & 1 == 1 }
      found += ([encoder.crtc_id] + possible.map(\.element)).filter { $0 != 0 && !found.contains($0) }
    }
    return found
  }

  private func powerProperty(of connector: UInt32, among properties: [UInt32]) -> UInt32? {
    if let known = powerProperties[connector] { return known }
    for id in properties {
      var property = drm_mode_get_property()
      property.prop_id = id
      guard (try? file.request(SCOREVIEW_DRM_GET_PROPERTY, "GETPROPERTY", &property)) != nil else { continue }
      let name = withUnsafeBytes(of: property.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name == "DPMS" {
        powerProperties[connector] = id
        return id
      }
    }
    return nil
  }

  // MARK: Buffers

  func makeBuffer(_ size: PixelSize) throws(SystemCallError) -> CardBuffer {
    do { return try makeBuffer(size, bits: 32, depth: 24, .xrgb8888) } catch {
      guard error.code == EINVAL else { throw error }
      return try makeBuffer(size, bits: 16, depth: 16, .rgb565)
    }
  }

  private func makeBuffer(
    _ size: PixelSize, bits: UInt32, depth: UInt32, _ format: PixelFormat
  ) throws(SystemCallError) -> CardBuffer {
    var created = drm_mode_create_dumb()
    created.width = UInt32(clamping: size.width)
    created.height = UInt32(clamping: size.height)
    created.bpp = bits
    try file.request(SCOREVIEW_DRM_CREATE_DUMB, "CREATE_DUMB", &created)
    var buffer = CardBuffer(
      handle: created.handle, framebuffer: 0, pitch: Int(created.pitch), byteCount: 0,
      base: nil, size: size, format: format)
    do {
      try addFramebuffer(to: &buffer, bits: bits, depth: depth)
      try map(&buffer, byteCount: Int(clamping: created.size))
    } catch {
      destroy(buffer)
      throw error
    }
    return buffer
  }

  private func addFramebuffer(to buffer: inout CardBuffer, bits: UInt32, depth: UInt32) throws(SystemCallError) {
    var added = drm_mode_fb_cmd()
    added.width = UInt32(clamping: buffer.size.width)
    added.height = UInt32(clamping: buffer.size.height)
    added.pitch = UInt32(clamping: buffer.pitch)
    added.bpp = bits
    added.depth = depth
    added.handle = buffer.handle
    try file.request(SCOREVIEW_DRM_ADD_FRAMEBUFFER, "ADDFB", &added)
    buffer.framebuffer = added.fb_id
  }

  private func map(_ buffer: inout CardBuffer, byteCount: Int) throws(SystemCallError) {
    guard byteCount >= buffer.pitch * buffer.size.height else { throw SystemCallError("CREATE_DUMB", code: EOVERFLOW) }
    var place = drm_mode_map_dumb()
    place.handle = buffer.handle
    try file.request(SCOREVIEW_DRM_MAP_DUMB, "MAP_DUMB", &place)
    guard
      let base = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, off_t(clamping: place.offset)),
      base != MAP_FAILED
    else { throw SystemCallError("mmap") }
    buffer.base = base
    buffer.byteCount = byteCount
  }

  func destroy(_ buffer: CardBuffer) {
    if let base = buffer.base { munmap(base, buffer.byteCount) }
    var id = buffer.framebuffer
    if id != 0 { try? file.request(SCOREVIEW_DRM_REMOVE_FRAMEBUFFER, "RMFB", &id) }
    var destroyed = drm_mode_destroy_dumb(handle: buffer.handle)
    try? file.request(SCOREVIEW_DRM_DESTROY_DUMB, "DESTROY_DUMB", &destroyed)
  }

  // MARK: Showing

  func setMode(_ mode: Int, of connector: UInt32, controller: UInt32, buffer: CardBuffer) throws(SystemCallError) {
    guard let modes = modes[connector], modes.indices.contains(mode) else {
      throw SystemCallError("SETCRTC", code: EINVAL)
    }
    hideCursor(of: controller)
    var ids = [connector]
    var unused: [UInt32] = []
    var crtc = drm_mode_crtc()
    try withAddresses(&ids, &unused) { (ids, _) throws(SystemCallError) in
      crtc.set_connectors_ptr = ids
      crtc.count_connectors = 1
      crtc.crtc_id = controller
      crtc.fb_id = buffer.framebuffer
      crtc.mode = modes[mode]
      crtc.mode_valid = 1
      try file.request(SCOREVIEW_DRM_SET_CRTC, "SETCRTC", &crtc)
    }
  }

  /// A desktop that was here before may have left its cursor on the screen.
  private func hideCursor(of controller: UInt32) {
    var cursor = drm_mode_cursor()
    cursor.flags = UInt32(DRM_MODE_CURSOR_BO)
    cursor.crtc_id = controller
    try? file.request(SCOREVIEW_DRM_SET_CURSOR, "CURSOR", &cursor)
  }

  func flip(controller: UInt32, to buffer: CardBuffer) throws(SystemCallError) {
    var flip = drm_mode_crtc_page_flip()
    flip.crtc_id = controller
    flip.fb_id = buffer.framebuffer
    flip.flags = UInt32(DRM_MODE_PAGE_FLIP_EVENT)
    try file.request(SCOREVIEW_DRM_PAGE_FLIP, "PAGE_FLIP", &flip)
  }

  func flush(_ buffer: CardBuffer) throws(SystemCallError) {
    var dirty = drm_mode_fb_dirty_cmd()
    dirty.fb_id = buffer.framebuffer
    do { try file.request(SCOREVIEW_DRM_DIRTY_FRAMEBUFFER, "DIRTYFB", &dirty) } catch {
      // Cards that scan the memory out themselves need no telling.
      guard error.code == ENOSYS || error.code == EINVAL else { throw error }
    }
  }

  func readFlips() -> Int {
    var flips = 0
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { memory in
      while let base = memory.baseAddress {
        let length = read(file.number, base, memory.count)
        guard length > 0 else { return }
        var offset = 0
        while offset + MemoryLayout<drm_event>.size <= length {
          let event = memory.loadUnaligned(fromByteOffset: offset, as: drm_event.self)
          if event.type == UInt32(DRM_EVENT_FLIP_COMPLETE) { flips += 1 }
          offset += max(Int(event.length), MemoryLayout<drm_event>.size)
        }
      }
    }
    return flips
  }

  func setPower(_ isOn: Bool, of connector: Connector) throws(SystemCallError) {
    guard let property = connector.powerProperty else { throw SystemCallError("DPMS", code: ENOTSUP) }
    var change = drm_mode_connector_set_property()
    change.connector_id = connector.id
    change.prop_id = property
    change.value = UInt64(isOn ? DRM_MODE_DPMS_ON : DRM_MODE_DPMS_OFF)
    try file.request(SCOREVIEW_DRM_SET_PROPERTY, "SETPROPERTY", &change)
  }
}

extension DisplayMode {
  fileprivate init(_ mode: drm_mode_modeinfo) {
    let isInterlaced = mode.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0
    let dots = Double(mode.htotal) * Double(mode.vtotal)
    let exact = dots > 0 ? Double(mode.clock) * 1000 / dots * (isInterlaced ? 2 : 1) : Double(mode.vrefresh)
    self.init(
      width: Int(mode.hdisplay), height: Int(mode.vdisplay), refresh: exact,
      isPreferred: mode.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0, isInterlaced: isInterlaced)
  }
}

/// Lends the addresses of two arrays as the 64-bit numbers that DRM's structures hold.
private func withAddresses<A, B>(
  _ a: inout [A], _ b: inout [B], _ body: (UInt64, UInt64) throws(SystemCallError) -> Void
) throws(SystemCallError) {
  func address(_ pointer: UnsafeMutableRawPointer?) -> UInt64 { UInt64(UInt(bitPattern: pointer)) }
  try a.withUnsafeMutableBufferPointer { (a) throws(SystemCallError) in
    try b.withUnsafeMutableBufferPointer { (b) throws(SystemCallError) in
      try body(address(a.baseAddress), address(b.baseAddress))
    }
  }
}
