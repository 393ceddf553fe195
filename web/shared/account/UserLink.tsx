import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../navigation/paths.ts'
import { userQuery } from '../queries/user-query.ts'
import { Link } from '../router/Link.tsx'
import { addressOf } from '../ui/formats.ts'

/** For admins: the email address of a user, which leads to their page. Nothing while unknown or closed. */
export default function UserLink({ id }: { id: string }) {
  const { data } = useQuery({ ...userQuery(id), retry: false })
  if (!data) return null
  return (
    <Anchor component={Link} to={paths.adminUser(id)} inherit display="block">
      {addressOf(data.email)}
    </Anchor>
  )
}
