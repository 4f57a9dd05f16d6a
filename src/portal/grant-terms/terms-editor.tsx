import { Grid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../components/error-notice.tsx'
import { Section } from '../components/section.tsx'
import { faultOf } from '../fault.ts'
import type { Scope } from '../generated/graphql.ts'
import { DecisionBar } from './decision-bar.tsx'
import { ExpiryChoice } from './expiry-choice.tsx'
import { FilterChoice } from './filter-choice.tsx'
import { PreviewPanel, type Standing } from './preview-panel.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { filterSoFar } from './terms.ts'
import classes from './terms-editor.module.css'
import { termsInWords } from './terms-words.ts'
import { type PreviewOf, useCounts } from './use-preview.ts'
import type { Terms } from './use-terms.ts'

interface Props {
  readonly of: PreviewOf
  readonly firm: string
  /** The scopes that may be chosen. */
  readonly offered: readonly Scope[]
  readonly terms: Terms
  /** The grant as it stands, for one that is being changed. */
  readonly standing: Standing | null
  /** Why the answer was not kept. */
  readonly notice: ReactNode
  /** The answers. */
  readonly children: ReactNode
}

/** Chooses scopes, assets and expiry, and shows beside them what the choice comes to. */
export function TermsEditor(props: Props) {
  const { of, firm, offered, terms, standing, notice, children } = props
  const { choice, kept } = terms
  const filter = filterSoFar(choice.filter)
  const { data, error, isCurrent } = useCounts(of, offered, filter)
  const counts = data?.grantPreview
  // What is agreed to names the count of these terms, and never that of the terms before.
  const assets = isCurrent ? counts?.assetCount : undefined
  return (
    <Stack gap="lg" className={classes.editor}>
      <Grid gap="lg" align="flex-start">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {error && (
              <ErrorNotice fault={faultOf(error)} title="The assets could not be counted" />
            )}
            <Choices offered={offered} terms={terms} counts={counts} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }} className={classes.preview}>
          <PreviewPanel
            of={of}
            scopes={choice.scopes}
            filter={filter}
            isChosen={choice.filter.type !== null}
            counts={counts}
            standing={standing}
          />
        </Grid.Col>
      </Grid>
      <DecisionBar
        id={terms.sentenceId}
        notice={notice}
        sentence={termsInWords({ firm, choice, assets, kept })}
      >
        {children}
      </DecisionBar>
    </Stack>
  )
}

interface ChoicesProps extends Pick<Props, 'offered' | 'terms'> {
  readonly counts: Parameters<typeof ScopeChoice>[0]['counts']
}

function Choices({ offered, terms: { choice, setChoice, strict, kept }, counts }: ChoicesProps) {
  return (
    <>
      <Section title="What they can see">
        <ScopeChoice
          offered={offered}
          chosen={choice.scopes}
          counts={counts}
          onChange={(scopes) => setChoice({ ...choice, scopes })}
        />
      </Section>
      <Section title="Which assets">
        <FilterChoice
          choice={choice.filter}
          strict={strict}
          onChange={(filter) => setChoice({ ...choice, filter })}
        />
      </Section>
      <Section title="For how long">
        <ExpiryChoice
          choice={choice.expiry}
          kept={kept}
          strict={strict}
          onChange={(expiry) => setChoice({ ...choice, expiry })}
        />
      </Section>
    </>
  )
}
