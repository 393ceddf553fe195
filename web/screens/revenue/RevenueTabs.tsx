import { useSearch } from 'wouter'
import { paths } from '../../shared/navigation/paths.ts'
import { t } from '../../shared/texts/texts.ts'
import { LinkTabs } from '../../shared/ui/LinkTabs.tsx'

const tabs = [
  { place: paths.revenue, name: 'usage.amounts' },
  { place: paths.usage, name: 'usage.title' },
] as const

/** Both tabs keep the period and the filters. */
export function RevenueTabs({ current }: { current: (typeof tabs)[number]['place'] }) {
  const search = useSearch()
  const address = (place: string) => (search ? `${place}?${search}` : place)
  return (
    <div className="screen-only">
      <LinkTabs
        label={t('usage.tabs')}
        tabs={tabs.map(({ place, name }) => ({ to: address(place), name: t(name) }))}
        current={address(current)}
      />
    </div>
  )
}
