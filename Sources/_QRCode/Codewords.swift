/// Content as codewords with their error correction (ISO/IEC 18004 §7.4–§7.6).
enum Codewords {
  /// The codewords of a text in the order in which they are placed.
  static func interleaved(_ content: [UInt8], in version: Version) -> [UInt8] {
    let data = padded(content, in: version)
    // The last blocks are one codeword longer where the division leaves a rest.
    let short = version.data / version.blocks
    let longer = version.data % version.blocks
    var blocks: [(data: ArraySlice<UInt8>, correction: [UInt8])] = []
    var start = 0
    for index in 0..<version.blocks {
      let end = start + short + (index >= version.blocks - longer ? 1 : 0)
      let block = data[start..<end]
      blocks.append((block, ReedSolomon.remainder(of: block, count: version.correction)))
      start = end
    }
    var out: [UInt8] = []
    for index in 0...short {
      for block in blocks where index < block.data.count {
        out.append(block.data[block.data.startIndex + index])
      }
    }
    for index in 0..<version.correction {
      for block in blocks { out.append(block.correction[index]) }
    }
    return out
  }

  /// Mode, length, content, terminator, and padding to the end.
  private static func padded(_ content: [UInt8], in version: Version) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    append(0b0100, 4)
    append(content.count, version.lengthBits)
    for byte in content { append(Int(byte), 8) }
    append(0, min(4, version.data * 8 - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var bytes = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    var pad: UInt8 = 0xec
    while bytes.count < version.data {
      bytes.append(pad)
      pad ^= 0xec ^ 0x11
    }
    return bytes
  }
}

/// Error correction over GF(256) with the polynomial x⁸ + x⁴ + x³ + x² + 1 (ISO/IEC 18004 §7.5.2).
enum ReedSolomon {
  /// The remainder of a block, shifted up, by the generator of so many roots.
  static func remainder(of block: some Sequence<UInt8>, count: Int) -> [UInt8] {
    let divisor = generator(count)
    var remainder = [UInt8](repeating: 0, count: count)
    for byte in block {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in 0..<count { remainder[index] ^= product(divisor[index], factor) }
    }
    return remainder
  }

  /// (x − α⁰)(x − α¹)…, highest power first, without the leading one.
  private static func generator(_ count: Int) -> [UInt8] {
    var polynomial = [UInt8](repeating: 0, count: count)
    polynomial[count - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        polynomial[index] = product(polynomial[index], root)
        if index + 1 < count { polynomial[index] ^= polynomial[index + 1] }
      }
      root = product(root, 2)
    }
    return polynomial
  }

  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var (result, factor, rest) = (UInt8(0), left, right)
    while rest != 0 {
      if rest & 1 == 1 { result ^= factor }
      factor = factor << 1 ^ (factor & 0x80 != 0 ? 0x1d : 0)
      rest >>= 1
    }
    return result
  }
}
