/// What a server said to recognise a version of its answer by (RFC 9110, section 8.8).
public struct HTTPValidators: Equatable, Sendable {
  var entityTag: String?
  var lastModified: String?
}
