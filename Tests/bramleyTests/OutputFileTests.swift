import Foundation
import Testing

@testable import bramley

@Suite("Files that only their owner may read")
struct OutputFileTests {
  private func folder() throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bramley-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test("what waits under the unfinished name, a file or a link, is not written to")
  func waiting() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, isLink) in [("file", false), ("link", true)] {
      let (path, other) = ("\(folder)/\(name)", "\(folder)/\(name)-other")
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: other))
      if isLink {
        try FileManager.default.createSymbolicLink(atPath: path + ".new", withDestinationPath: other)
      } else {
        try FileManager.default.linkItem(atPath: other, toPath: path + ".new")
      }
      let output = try OutputFile(path)
      try output.write("secret")
      try output.finish()
      #expect(try String(contentsOfFile: other, encoding: .utf8) == "theirs")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "secret")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  @Test("a new private file leaves nothing beside it, and never replaces another")
  func create() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try PrivateFile.create(folder + "/key", Array("one".utf8))
    #expect(throws: PrivateFile.Failure.self) { try PrivateFile.create(folder + "/key", Array("two".utf8)) }
    #expect(PrivateFile.read(folder + "/key") == Array("one".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["key"])
  }
}
