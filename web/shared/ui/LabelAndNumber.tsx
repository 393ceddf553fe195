const separator = ' · '

/** A label and a number, as "Washer · W-1": a line ends between the two rather than inside the number. */
export function LabelAndNumber({ text }: { text: string }) {
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
