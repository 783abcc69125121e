internal import CCurl
internal import Glibc

/// libcurl's functions, from a library that is opened when first needed and then stays.
struct CurlLibrary: @unchecked Sendable {
  let functions: UnsafePointer<CurlFunctions>

  /// Nil if libcurl is not installed or lacks a function.
  static let shared: CurlLibrary? = {
    for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
      guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      let table = UnsafeMutablePointer<CurlFunctions>.allocate(capacity: 1)
      table.initialize(to: CurlFunctions())
      let everything = 3  // TLS and sockets
      if curl_resolve(library, table) == nil, table.pointee.curl_global_init(everything) == CURLE_OK {
        return CurlLibrary(functions: UnsafePointer(table))
      }
      table.deallocate()
      _ = dlclose(library)
    }
    return nil
  }()
}

/// One of libcurl's transfers and its settings.
struct CurlHandle: ~Copyable {
  private let library: CurlLibrary
  private let handle: UnsafeMutableRawPointer
  private var headers: UnsafeMutablePointer<curl_slist>?

  init?(_ library: CurlLibrary) {
    guard let handle = library.functions.pointee.curl_easy_init() else { return nil }
    self.library = library
    self.handle = handle
  }

  deinit {
    library.functions.pointee.curl_easy_cleanup(handle)
    library.functions.pointee.curl_slist_free_all(headers)
  }

  func set(_ option: CURLoption, _ value: Int) { _ = curl_set_long(library.functions, handle, option, value) }

  func setSize(_ option: CURLoption, _ value: Int) {
    _ = curl_set_size(library.functions, handle, option, curl_off_t(value))
  }

  /// libcurl keeps a copy of the text.
  func set(_ option: CURLoption, _ text: String) {
    _ = text.withCString { curl_set_text(library.functions, handle, option, $0) }
  }

  func set(_ option: CURLoption, _ pointer: UnsafeMutableRawPointer?) {
    _ = curl_set_pointer(library.functions, handle, option, pointer)
  }

  func set(
    _ option: CURLoption,
    receiver: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
  ) {
    _ = curl_set_receiver(library.functions, handle, option, receiver)
  }

  func setProgress(
    _ progress: @convention(c) (UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> Int32
  ) {
    _ = curl_set_progress(library.functions, handle, progress)
  }

  /// Whether libcurl can be kept to http and https; without that nothing may be fetched.
  func allowWebOnly() -> Bool { curl_allow_web_only(library.functions, handle) == CURLE_OK }

  mutating func addHeader(_ line: String) {
    if let longer = line.withCString({ library.functions.pointee.curl_slist_append(headers, $0) }) {
      headers = longer
      set(CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(longer))
    }
  }

  func number(_ info: CURLINFO) -> Int {
    var value = 0
    return curl_get_long(library.functions, handle, info, &value) == CURLE_OK ? value : 0
  }

  func text(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard curl_get_text(library.functions, handle, info, &value) == CURLE_OK, let value else { return nil }
    return String(cString: value)
  }

  /// What libcurl calls this failure.
  func meaning(of code: CURLcode) -> String {
    library.functions.pointee.curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  }

  /// Runs the transfer. A connection that breaks while it is written to raises SIGPIPE in this
  /// thread, which would end the program: it is held back here and thrown away.
  func perform() -> CURLcode {
    var pipe = sigset_t()
    var before = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    let isHeld = pthread_sigmask(SIG_BLOCK, &pipe, &before) == 0
    let code = library.functions.pointee.curl_easy_perform(handle)
    if isHeld && sigismember(&before, SIGPIPE) == 0 {
      var now = timespec()
      while sigtimedwait(&pipe, nil, &now) == -1 && errno == EINTR {}
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return code
  }
}
