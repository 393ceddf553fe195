const separator = ' · '

/** Such as a label and a number: a line ends between the two rather than inside the number. */
export function Parts({ text }: { text: string }) {
  const at = text.lastIndexOf(separator)
  if (at === -1) return text
  const last = at + separator.length
  return (
    <>
      {text.slice(0, last)}
      <span style={{ display: 'inline-block' }}>{text.slice(last)}</span>
    </>
  )
}
