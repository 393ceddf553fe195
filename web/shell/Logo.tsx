import icon from './icon.svg?inline'

/** Within the code: a file of its own would be one more round trip before the first screen is whole. */
export function Logo() {
  return <img src={icon} alt="" width={28} height={28} />
}
