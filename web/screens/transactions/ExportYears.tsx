import { Menu } from '@mantine/core'
import type { MenuProps } from '../../shared/ui/MenuButton.tsx'
import { OpenedMenu } from '../../shared/ui/OpenedMenu.tsx'

const offeredYears = 5

export default function ExportYears({
  target,
  choose,
}: MenuProps & { choose: (year: number) => void }) {
  const thisYear = new Date().getFullYear()
  return (
    <OpenedMenu target={target}>
      {Array.from({ length: offeredYears }, (_, ago) => thisYear - ago).map((year) => (
        <Menu.Item key={year} onClick={() => choose(year)}>
          {year}
        </Menu.Item>
      ))}
    </OpenedMenu>
  )
}
