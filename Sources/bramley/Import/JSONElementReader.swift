/// Cuts the array `users` of an export, or an array that stands alone, into its elements, however long it is.
///
/// It finds where an element begins and ends, no more: the decoder judges what is between.
struct JSONElementReader {
  /// The longest element in bytes.
  static let limit = 1 << 20

  private let input: InputFile
  private var buffer: [UInt8] = []
  private var position = 0
  private var line = 1
  private var isOpen = false
  /// Whether the array is a member of an object.
  private var isMember = false
  private var isDone = false

  init(_ input: InputFile) { self.input = input }

  /// The next element with the line that it begins on; nil behind the last one.
  ///
  /// - Throws: ``ImportFileError`` for a file that has no such array, or ends inside it.
  mutating func next() throws -> (line: Int, bytes: ArraySlice<UInt8>)? {
    if !isOpen { try open() }
    guard !isDone else { return nil }
    while true {
      guard let byte = try peek() else { throw fault("The file ends inside the list of users.") }
      if byte == UInt8(ascii: "]") {
        isDone = true
        position += 1
        try close()
        return nil
      }
      guard byte == UInt8(ascii: ",") else { break }
      position += 1
    }
    return try element()
  }

  /// Goes to the array's first element.
  private mutating func open() throws {
    isOpen = true
    if try peek() == 0xEF {
      // A byte order mark, or no JSON at all.
      guard buffer[position...].starts(with: [0xEF, 0xBB, 0xBF]) else {
        throw fault("The file is no JSON export.")
      }
      position += 3
    }
    if try peek() == UInt8(ascii: "[") {
      position += 1
      return
    }
    guard try peek() == UInt8(ascii: "{") else { throw fault("The file is no JSON export.") }
    position += 1
    isMember = true
    guard try goToList() else { throw fault("The file has no list `users`.") }
  }

  /// Goes into the next list `users` of the object; false when the object has no other.
  private mutating func goToList() throws -> Bool {
    while let byte = try peek(), byte != UInt8(ascii: "}") {
      if byte == UInt8(ascii: ",") {
        position += 1
        continue
      }
      let name = try element().bytes
      guard try peek() == UInt8(ascii: ":") else { throw fault("A colon is missing behind a name.") }
      position += 1
      if name.elementsEqual("\"users\"".utf8), try peek() == UInt8(ascii: "[") {
        position += 1
        return true
      }
      _ = try element()
    }
    return false
  }

  /// Makes sure that nobody is left unread: two exports in one file are one too many.
  private mutating func close() throws {
    if isMember {
      guard try !goToList() else { throw fault("The file has a second list `users`, which was not read.") }
      guard try peek() != nil else { throw fault("The file ends before its last bracket: it was cut off.") }
      position += 1
    }
    guard try peek() == nil else {
      throw fault("Something follows the export and was not read: import one file after the other.")
    }
  }

  /// The value at the position, which moves behind it.
  private mutating func element() throws -> (line: Int, bytes: ArraySlice<UInt8>) {
    let first = line
    while true {
      if let end = Self.end(of: buffer, from: position) {
        let bytes = buffer[position..<end]
        line += bytes.reduce(0) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
        position = end
        return (first, bytes)
      }
      guard buffer.count - position <= Self.limit else {
        throw fault("An element is longer than a megabyte.")
      }
      guard try refill() else { throw fault("The file ends inside a value.") }
    }
  }

  /// The end of the value that begins at an index; nil when the bytes do not reach so far.
  private static func end(of buffer: [UInt8], from start: Int) -> Int? {
    buffer.withUnsafeBufferPointer { bytes in
      var depth = 0
      var isInString = false
      var index = start
      while index < bytes.count {
        let byte = bytes[index]
        if isInString {
          if byte == UInt8(ascii: "\\") {
            index += 2
            continue
          }
          if byte == UInt8(ascii: "\"") {
            isInString = false
            if depth == 0 { return index + 1 }
          }
        } else {
          switch byte {
          case UInt8(ascii: "\""): isInString = true
          case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
          case UInt8(ascii: "}"), UInt8(ascii: "]"):
            // Nothing closes here; one byte is taken, so that reading goes on.
            if depth == 0 { return max(index, start + 1) }
            depth -= 1
            if depth == 0 { return index + 1 }
          case UInt8(ascii: ","), UInt8(ascii: ":"):
            // Something stands here that is no value; one byte of it is taken, so that reading goes on.
            if depth == 0 { return max(index, start + 1) }
          default: break
          }
        }
        index += 1
      }
      return nil
    }
  }

  /// The next byte that is no white space.
  private mutating func peek() throws -> UInt8? {
    while true {
      while position < buffer.count {
        switch buffer[position] {
        case UInt8(ascii: "\n"):
          line += 1
          position += 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
        case let byte: return byte
        }
      }
      guard try refill() else { return nil }
    }
  }

  private mutating func refill() throws -> Bool {
    buffer.removeSubrange(..<position)
    position = 0
    return try input.read(into: &buffer)
  }

  private func fault(_ problem: String) -> ImportFileError { ImportFileError(line: line, problem: problem) }
}
