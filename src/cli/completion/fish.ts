import type { Completion, Word } from './completions.ts'

/** Completion for fish, with descriptions. */
export function fishScript(completions: readonly Completion[]): string {
  const commands = completions.map(({ at }) => at).filter((at) => at !== '')
  return `# orangery completion fish | source
function __orangery_at
  set -l at ''
  set -l words (commandline -opc)
  set -e words[1]
  for word in $words
    switch "$at $word"
      case ${commands.map(inQuotes).join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${completions.flatMap(linesOf).join('\n')}`
}

// Names of files come from fish itself, but not among the names of commands.
function linesOf(completion: Completion): string[] {
  const { at, words } = completion
  const isGroup = words.some(({ word }) => !word.startsWith('-'))
  const start = `complete -c orangery -n ${inQuotes(`__orangery_at '${at}'`)}`
  return words.map((word) => `${start} ${isGroup ? '-f ' : ''}${describe(word, completion)}`)
}

function describe({ word, description }: Word, { values }: Completion): string {
  const text = `-d ${inQuotes(description)}`
  if (!word.startsWith('-')) return `-a ${word} ${text}`
  const taken = values.find(({ option }) => option === word)
  const name = word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`
  if (!taken) return `${name} ${text}`
  if (taken.choices.length === 0) return `${name} -r ${text}`
  return `${name} -x -a ${inQuotes(taken.choices.join(' '))} ${text}`
}

// Of what is special within single quotes, fish takes a quote and a backslash with a backslash in front.
function inQuotes(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
