import { Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefCallback, useEffect, useId, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import type { Action } from '../data/use-run.ts'
import { t } from '../i18n/text.ts'
import { ErrorNotice } from './error-notice.tsx'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

interface Wrong {
  readonly field: Field
  readonly text: string
}

interface Props<Input, Body> {
  readonly children: ReactNode
  /** Runs when the form is submitted. */
  readonly action: Action<Input, Body>
  /** Null: nothing can be sent. */
  readonly input: Input | null
  readonly onDone: (body: Body) => void
  /** The title of the error of the last attempt, above the fields. Without it, the error is not shown here. */
  readonly errorTitle?: string
  /** The width of the fields. */
  readonly maw?: number
}

/**
 * A form. The rules of its fields (`required`, `minLength`, `refuse`) are checked when it is submitted: the text is at
 * the field, and the first wrong field gets the focus.
 */
export function Form<Input, Body>(props: Props<Input, Body>) {
  const { children, action, input, onDone, errorTitle, maw } = props
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const send = async () => {
    const body = input === null ? null : await action.run(input)
    if (body !== null) onDone(body)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const all = [...event.currentTarget.elements].filter(isWrong)
    const places = all.map(placeOf)
    const found = all.filter((field, i) => places.indexOf(placeOf(field)) === i)
    flushSync(() => setWrong(found.map((field) => ({ field, text: textOf(field) }))))
    if (found[0]) found[0].focus()
    else void send()
  }
  const forget = ({ target }: FormEvent) =>
    setWrong(
      wrong.filter(
        ({ field }) => !(target instanceof Element) || placeOf(field) !== placeOf(target),
      ),
    )
  return (
    <form noValidate onSubmit={submit} onInput={forget}>
      <Stack maw={maw}>
        {errorTitle && action.error && <ErrorNotice error={action.error} title={errorTitle} />}
        {children}
      </Stack>
      {wrong.map(({ field, text }) =>
        createPortal(<Problem field={field} text={text} />, placeOf(field), field.name || field.id),
      )}
    </form>
  )
}

/** The `ref` of a field whose value is refused for a reason of its own; null: it is not. */
export function refuse(reason: string | null): RefCallback<Field> {
  return (field) => field?.setCustomValidity(reason ?? '')
}

function Problem({ field, text }: Wrong) {
  const id = useId()
  useEffect(() => {
    const before = field.getAttribute('aria-describedby')
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', before ? `${before} ${id}` : id)
    return () => {
      field.removeAttribute('aria-invalid')
      if (before) field.setAttribute('aria-describedby', before)
      else field.removeAttribute('aria-describedby')
    }
  }, [field, id])
  return (
    <Text id={id} size="sm" c="var(--mantine-color-error)" mt={5}>
      {text}
    </Text>
  )
}

function isWrong(element: Element): element is Field {
  return (
    'validity' in element && element.validity instanceof ValidityState && !element.validity.valid
  )
}

// Below the label, the field and its description. The radios of a group have one place.
function placeOf(field: Element): Element {
  return field.closest('.mantine-InputWrapper-root') ?? field.parentElement ?? field
}

function textOf({
  validity,
  validationMessage,
  minLength,
  type,
}: Field & { minLength?: number }): string {
  if (validity.valueMissing)
    return type === 'radio' ? t('Choose one.') : t('This field needs an entry.')
  if (validity.customError) return validationMessage
  if (validity.tooShort)
    return t('Use at least {minLength} characters.', { minLength: minLength ?? 0 })
  return type === 'email' ? t('This is not an email address.') : validationMessage
}
