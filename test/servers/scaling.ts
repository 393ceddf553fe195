import { readFile } from 'node:fs/promises'

/**
 * A code block of a page of docs, so that tests run what users copy.
 * @param beginning of the block
 * @param replacements for values specific to an installation; each must occur
 */
export async function documented(
  beginning: string,
  replacements: Record<string, string>,
  page = 'operate/scaling.md',
): Promise<string> {
  const path = new URL(`../../docs/${page}`, import.meta.url)
  const text = await readFile(path, 'utf8')
  const blocks = [...text.matchAll(/^```\w+\n(.+?)^```$/gms)].map(([, block = '']) => block)
  const block = blocks.find((one) => one.startsWith(beginning))
  if (!block) throw new Error(`docs/${page} has no block that starts with ${beginning}`)
  return Object.entries(replacements).reduce((filled, [theirs, ours]) => {
    if (!filled.includes(theirs)) throw new Error(`docs/${page} does not contain ${theirs}`)
    return filled.replaceAll(theirs, ours)
  }, block)
}
