import { Grid, Stack } from '@mantine/core'
import { ErrorNotice } from '../components/error-notice.tsx'
import { Section } from '../components/section.tsx'
import { faultOf } from '../fault.ts'
import type { Scope } from '../generated/graphql.ts'
import { ExpiryChoice } from './expiry-choice.tsx'
import { FilterChoice } from './filter-choice.tsx'
import { PreviewPanel, type Standing } from './preview-panel.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { filterSoFar, isExpiryWhole, type TermsChoice } from './terms.ts'
import classes from './terms-editor.module.css'
import { type PreviewOf, useCounts } from './use-preview.ts'

interface Props {
  readonly of: PreviewOf
  /** The scopes that may be chosen. */
  readonly offered: readonly Scope[]
  readonly choice: TermsChoice
  /** The grant as it stands, for one that is being changed. */
  readonly standing: (Standing & { readonly expiresAt: string | null }) | null
  /** Whether to say what is missing: once the reader has tried to go on. */
  readonly strict: boolean
  readonly onChange: (choice: TermsChoice) => void
}

/** Chooses scopes, assets and expiry, and shows beside them what the choice comes to. */
export function TermsEditor({ of, offered, choice, standing, strict, onChange }: Props) {
  const filter = filterSoFar(choice.filter)
  const [{ data, error }] = useCounts(of, offered, filter)
  const counts = data?.grantPreview
  return (
    <Grid gap="lg" align="flex-start">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg">
          {error && <ErrorNotice fault={faultOf(error)} title="The assets cannot be counted" />}
          <Section title="What they may see">
            <ScopeChoice
              offered={offered}
              chosen={choice.scopes}
              counts={counts}
              onChange={(scopes) => onChange({ ...choice, scopes })}
            />
          </Section>
          <Section title="Of which assets">
            <FilterChoice
              choice={choice.filter}
              strict={strict}
              onChange={(next) => onChange({ ...choice, filter: next })}
            />
          </Section>
          <Section title="Until when">
            <ExpiryChoice
              choice={choice.expiry}
              kept={standing?.expiresAt ?? null}
              strict={strict}
              isWhole={isExpiryWhole(choice.expiry)}
              onChange={(expiry) => onChange({ ...choice, expiry })}
            />
          </Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }} className={classes.preview}>
        <PreviewPanel
          of={of}
          scopes={choice.scopes}
          filter={filter}
          counts={counts}
          standing={standing}
        />
      </Grid.Col>
    </Grid>
  )
}
