import { languages } from '@coinless/contract/languages.ts'
import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { formSamples } from './form-samples.tsx'
import { listSamples } from './list-samples.tsx'
import { pieceSamples } from './piece-samples.tsx'

/** Samples by component and state. */
type Samples = Record<string, Record<string, ReactNode>>

const samples: Samples = { ...pieceSamples, ...formSamples, ...listSamples }

interface GalleryProps {
  language: string
  scheme: string
}

/** Every component of the screens in every state, for designers. */
export function Gallery(shown: GalleryProps) {
  return (
    <Stack component="main" p="md" gap="xl" maw={1200} mx="auto">
      <Title order={1}>Components</Title>
      <Group component="nav">
        {languages.map((language) => (
          <Choice key={language} now={shown} choice={{ language }} />
        ))}
        {['light', 'dark'].map((scheme) => (
          <Choice key={scheme} now={shown} choice={{ scheme }} />
        ))}
      </Group>
      {Object.entries(samples).map(([component, states]) => (
        <Stack key={component} component="section" data-component={component} gap="sm">
          <Title order={2} size="h3">
            {component}
          </Title>
          {Object.entries(states).map(([state, sample]) => (
            <div key={state} data-state={state}>
              <Text size="sm" c="dimmed" mb={4}>
                {state}
              </Text>
              {sample}
            </div>
          ))}
        </Stack>
      ))}
    </Stack>
  )
}

function Choice({ now, choice }: { now: GalleryProps; choice: Partial<GalleryProps> }) {
  const address = new URLSearchParams({ ...now, ...choice })
  const [name] = Object.values(choice)
  const isChosen = Object.entries(choice).every(
    ([key, value]) => now[key as keyof GalleryProps] === value,
  )
  if (isChosen) return <Text fw={600}>{name}</Text>
  return <Anchor href={`?${address}`}>{name}</Anchor>
}
