import { readFile } from 'node:fs/promises'

const page = new URL('../../docs/scaling.md', import.meta.url)

/**
 * A block of docs/scaling.md, so that what people copy is what tests run.
 * @param beginning of the block
 * @param replacements for what is special to each installation; each must stand there
 */
export async function documented(
  beginning: string,
  replacements: Record<string, string>,
): Promise<string> {
  const text = await readFile(page, 'utf8')
  const blocks = [...text.matchAll(/^```\w+\n(.+?)^```$/gms)].map(([, block = '']) => block)
  const block = blocks.find((one) => one.startsWith(beginning))
  if (!block) throw new Error(`docs/scaling.md has no block that begins with ${beginning}`)
  return Object.entries(replacements).reduce((filled, [theirs, ours]) => {
    if (!filled.includes(theirs)) throw new Error(`docs/scaling.md does not say ${theirs}`)
    return filled.replaceAll(theirs, ours)
  }, block)
}
