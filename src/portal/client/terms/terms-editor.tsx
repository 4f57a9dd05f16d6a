import { Grid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { toPortalError } from '../../data/error.ts'
import type { Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { DecisionBar } from './decision-bar.tsx'
import { ExpiryChoice } from './expiry-choice.tsx'
import { FilterChoice } from './filter-choice.tsx'
import { type CurrentTerms, PreviewPanel } from './preview-panel.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { summarizeTerms } from './summary.ts'
import { toPreviewFilter } from './terms.ts'
import classes from './terms-editor.module.css'
import { type PreviewOf, useCounts } from './use-preview.ts'
import type { Terms } from './use-terms.ts'

interface Props {
  readonly of: PreviewOf
  readonly firm: string
  /** The scopes that may be chosen. */
  readonly offered: readonly Scope[]
  readonly terms: Terms
  /** The terms in effect, for a grant that is being changed. */
  readonly current: CurrentTerms | null
  /** The error of the last submission. */
  readonly notice: ReactNode
  /** The submit buttons. */
  readonly children: ReactNode
}

/** Chooses scopes, assets and expiry, beside a preview of what the firm would see. */
export function TermsEditor(props: Props) {
  const { of, firm, offered, terms, current, notice, children } = props
  const { choice, consent, expiresAt } = terms
  const filter = toPreviewFilter(choice.filter)
  const { data, error, isCurrent } = useCounts(of, offered, filter)
  const counts = data?.grantPreview
  return (
    <Stack gap="lg" className={classes.editor}>
      <Grid gap="lg" align="flex-start">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="lg">
            {error && (
              <ErrorNotice
                error={toPortalError(error)}
                title={t('The assets could not be counted')}
              />
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
            isCounted={isCurrent}
            current={current}
          />
        </Grid.Col>
      </Grid>
      <DecisionBar
        id={terms.sentenceId}
        notice={notice}
        summary={expiresAt === undefined ? [] : summarizeTerms({ firm, choice, expiresAt })}
        sentence={terms.missing ?? consent.shown?.sentence ?? null}
        language={terms.missing ? undefined : consent.shown?.language}
        identity={terms.missing ? undefined : consent.shown?.firmIdentity}
        error={consent.error}
        onRetry={consent.reload}
      >
        {children}
      </DecisionBar>
    </Stack>
  )
}

interface ChoicesProps extends Pick<Props, 'offered' | 'terms'> {
  readonly counts: Parameters<typeof ScopeChoice>[0]['counts']
}

function Choices({
  offered,
  terms: { choice, setChoice, strict, currentExpiry },
  counts,
}: ChoicesProps) {
  return (
    <>
      <Section title={t('What they can see')}>
        <ScopeChoice
          offered={offered}
          chosen={choice.scopes}
          counts={counts}
          onChange={(scopes) => setChoice({ ...choice, scopes })}
        />
      </Section>
      <Section title={t('Which assets')}>
        <FilterChoice
          choice={choice.filter}
          strict={strict}
          onChange={(filter) => setChoice({ ...choice, filter })}
        />
      </Section>
      <Section title={t('For how long')}>
        <ExpiryChoice
          choice={choice.expiry}
          currentExpiry={currentExpiry}
          strict={strict}
          onChange={(expiry) => setChoice({ ...choice, expiry })}
        />
      </Section>
    </>
  )
}
