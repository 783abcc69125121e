/// Reads what people have: bytes in, a history out, and a word about everything that was not certain.
public enum ScoreReader {
}
