/** Splits bytes into lines, each with its line end. (readline would also split at U+2028.) */
export async function* linesOf(input: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const part of input) {
    rest = Buffer.concat([rest, part])
    let start = 0
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
      yield rest.subarray(start, end + 1)
      start = end + 1
    }
    rest = rest.subarray(start)
  }
  if (rest.length > 0) yield rest
}
