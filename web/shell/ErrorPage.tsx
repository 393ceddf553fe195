import { Button, Center, Stack, Text, Title } from '@mantine/core'

/** A screen that failed to load or to show itself: after an update of the server, for example. */
export function ErrorPage() {
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack align="center">
        <Title order={1} size="h3">
          Something went wrong
        </Title>
        <Text c="dimmed">This page could not be shown. Loading it again usually helps.</Text>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Stack>
    </Center>
  )
}
