import { Card, Checkbox, Grid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { identityFacts } from '../../domain/firms/firm-identity.tsx'
import { AgreedText } from '../../domain/grants/agreed-text.tsx'
import type { Scope } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { FILTER_TYPES } from '../../words/asset-filter.ts'
import { formatNumber } from '../../words/format.ts'
import { formatScopes, SCOPES } from '../../words/scopes.ts'
import { type Deciding, DecisionBar } from './decision-bar.tsx'
import { ExpiryChoice, formatExpiry } from './expiry-choice.tsx'
import { FilterChoice } from './filter-choice.tsx'
import { Fold } from './fold.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { toPreviewFilter } from './terms.ts'
import classes from './terms-editor.module.css'
import { type Counts, useCounts } from './use-preview.ts'

interface Props extends Deciding {
  /** The scopes that may be chosen. */
  readonly offered: readonly Scope[]
  /** The request that the choices answer, above them. They are folded then, but for the assets that are not chosen yet. */
  readonly lead?: ReactNode
  /** More to read, below them. */
  readonly more?: ReactNode
}

/** Chooses scopes, assets and expiry, beside a preview of what the firm would see. */
export function TermsEditor({ offered, lead, more, ...deciding }: Props) {
  const { of, terms } = deciding
  const { data, error, isCurrent } = useCounts(of, offered, toPreviewFilter(terms.choice.filter))
  const counts = data?.grantPreview
  return (
    <Grid gap="lg" align="flex-start" className={classes.editor}>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Card className={classes.terms}>
          {lead}
          {error && <ErrorNotice error={error} title={t('The assets could not be counted')} />}
          <Choices offered={offered} terms={terms} counts={counts} isOpen={!lead} />
          <Words terms={terms} />
          {more}
          <DecisionBar {...deciding} counts={isCurrent ? counts : undefined} />
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }} className={classes.preview}>
        <PreviewPanel of={of} choice={terms.choice} counts={counts} />
      </Grid.Col>
    </Grid>
  )
}

interface ChoicesProps extends Pick<Props, 'offered' | 'terms'> {
  readonly counts: Counts | undefined
  readonly isOpen: boolean
}

function Choices({ offered, terms, counts, isOpen }: ChoicesProps) {
  const { choice, setChoice, strict, now } = terms
  const { type } = choice.filter
  return (
    <>
      <Fold title={t('What they can see')} value={formatScopes(choice.scopes)} isOpen={isOpen}>
        <ScopeChoice
          offered={offered}
          chosen={choice.scopes}
          counts={counts}
          onChange={(scopes) => setChoice({ ...choice, scopes })}
        />
      </Fold>
      <Fold
        title={t('Which assets')}
        value={type && FILTER_TYPES[type]}
        isOpen={isOpen || type === null}
      >
        <FilterChoice
          choice={choice.filter}
          strict={strict}
          onChange={(filter) => setChoice({ ...choice, filter })}
        />
      </Fold>
      <Fold title={t('For how long')} value={formatExpiry(choice.expiry, now)} isOpen={isOpen}>
        <ExpiryChoice
          choice={choice.expiry}
          now={now}
          strict={strict}
          onChange={(chosen) => setChoice({ ...choice, expiry: chosen })}
        />
      </Fold>
    </>
  )
}

// The text that is recorded, as the server writes it.
function Words({ terms: { missing, consent } }: Pick<Props, 'terms'>) {
  const shown = missing === null ? consent.shown : null
  return (
    <Fold title={t('The words that are recorded')}>
      {shown ? (
        <>
          <AgreedText text={shown.sentence} lang={shown.language} />
          <FactList of={identityFacts(shown.firmIdentity)} />
        </>
      ) : (
        <div aria-busy={missing === null && !consent.error}>
          {missing ?? (consent.error ? null : t('Writing what you agree to…'))}
        </div>
      )}
    </Fold>
  )
}

interface ScopeProps {
  /** The scopes to choose from. */
  readonly offered: readonly Scope[]
  readonly chosen: readonly Scope[]
  /** Undefined until loaded. */
  readonly counts: Counts | undefined
  readonly onChange: (scopes: readonly Scope[]) => void
}

// Chooses scopes; each says what it shows and of how many assets.
function ScopeChoice({ offered, chosen, counts, onChange }: ScopeProps) {
  const toggle = (scope: Scope, checked: boolean) =>
    onChange(offered.filter((each) => (each === scope ? checked : chosen.includes(each))))
  return (
    <Stack role="group" aria-label={t('What they can see')} gap="md">
      {offered.map((scope) => (
        <Checkbox
          key={scope}
          label={
            scope === 'registry' ? t('Basic information (always included)') : SCOPES[scope].label
          }
          description={
            <>
              {SCOPES[scope].shows}
              <Text span inherit display="block" className="digits" c="var(--mantine-color-text)">
                {formatScopeCount(scope, counts)}
              </Text>
            </>
          }
          checked={scope === 'registry' || chosen.includes(scope)}
          disabled={scope === 'registry'}
          styles={scope === 'registry' ? READABLE : undefined}
          onChange={({ currentTarget }) => toggle(scope, currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}

// Disabled, but as readable as the others, since it is agreed to as well.
const READABLE = { label: { color: 'var(--mantine-color-text)' } }

// Has a text from the start, so that nothing moves when the count arrives.
function formatScopeCount(scope: Scope, counts: Counts | undefined): string {
  if (!counts) return t('Counting…')
  const count = counts.scopes.find((each) => each.scope === scope)?.count ?? 0
  if (count === 0) return t('No data for these assets')
  return t('{count} of {assetCount, plural, one {# asset} other {# assets}}', {
    count: formatNumber(count),
    assetCount: counts.assetCount,
  })
}
