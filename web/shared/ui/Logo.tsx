import icon from './icon.svg?inline'

/** Inlined, because a separate file would need one more round trip on the first screen. */
export function Logo() {
  return <img src={icon} alt="" width={28} height={28} />
}
