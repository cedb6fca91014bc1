import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import { type CaseDocument, type CaseFile, isFine } from '../../../shared/case/case-document.ts'
import { marksPart } from './case-marks.ts'
import { stateWords } from './case-words.ts'
import { markdownText } from './markdown-text.ts'

/* The three pages of a package that people read: what is in it, how to open it, what was masked. */

const bytes = (sizeBytes: number): string => quantityText(formatBytes(sizeBytes))
const cell = (text: string): string => markdownText(text).replaceAll('|', '\\|')
const time = (moment: string | null): string => (moment === null ? '' : moment.slice(11, 19))

const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const topFindings = 3

/** `SUMMARY.md`, which is also the message for the ticket. */
export function summaryText(document: CaseDocument): string {
  const { processes, checklist, ticket, steps, files, findings, verdict, tool } = document
  const machines = new Set(processes.map(({ machine }) => machine))
  const who = processes
    .map(({ name, pid, runtime, machine }) => {
      const where = machines.size > 1 && machine !== undefined ? ` on ${markdownText(machine)}` : ''
      return `${markdownText(name)} (process ${pid}${where}, ${runtime})`
    })
    .join(', ')
  const unfinished = steps.filter(({ state }) => !isFine(state))
  const paragraph = [
    `${checklist.title}: ${who}.`,
    `Collected from ${document.createdAt} to ${document.finishedAt} (UTC) with ${tool.name} ${tool.version}.`,
    verdict === 'complete'
      ? 'Every step that applies is complete.'
      : `${unfinished.length} of ${steps.length} steps are not complete; see below.`,
    whereToStart(document),
  ]
  const parts = [
    `# ${ticket === null ? 'Case' : `Case ${ticket}`}: ${processes.map(({ name }) => markdownText(name)).join(', ')}`,
    paragraph.join(' '),
    findingsPart(findings.slice(0, topFindings), findings.length),
    marksPart(document),
    `## Files\n\n${table(['File', 'What', 'Size', 'SHA-256', ''], files.map(fileRow))}`,
    `## Steps\n\n${table(
      ['Step', 'State', 'From', 'To', 'Reason'],
      steps.map((step) => [
        processes.length === 1 ? step.title : `${step.title} (${processLabel(processes, step.process)})`,
        stateWords[step.state],
        time(step.startedAt),
        time(step.endedAt),
        step.reason ?? '',
      ]),
    )}`,
    questionsPart(checklist),
    'How to open each file: `HOWTO-OPEN.md`. What was masked: `REDACTION.md`. Check the files: `sha256sum -c SHA256SUMS`.',
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

/** Tells one of several processes from the others. */
function processLabel(processes: CaseDocument['processes'], at: number): string {
  const process = processes[at]
  if (process === undefined) return ''
  const isAmbiguous = processes.some(({ name }, index) => index !== at && name === process.name)
  return isAmbiguous ? `${process.name} ${process.pid}` : process.name
}

/** An answer stands below its question; a Markdown list goes on in the lines that are indented. */
function questionsPart({ questions, answers = [] }: CaseDocument['checklist']): string {
  if (questions.length === 0) return ''
  const lines = questions.map((question, index) => {
    const answer = answers[index] ?? ''
    return answer === '' ? `- ${question}` : `- ${question}\n${answer.trim().replaceAll(/^/gm, '  > ')}`
  })
  return `## Questions for the person who reported it\n\n${lines.join('\n')}`
}

/** Nobody is sent to a file that the check of the package could not open. */
function whereToStart({ findings, files }: CaseDocument): string {
  const [first] = findings
  if (first !== undefined) return `Start with the first finding in ${first.file}: ${markdownText(first.title)}.`
  const inOrder = startOrder.flatMap((step) => files.filter((file) => file.step === step && !isSymbols(file)))
  const start = inOrder.find(opens)
  const before = start === undefined ? inOrder : inOrder.slice(0, inOrder.indexOf(start))
  return [
    ...before.map(({ name }) => `${name} is damaged and can’t be opened.`),
    ...(start === undefined ? [] : [`Start with ${start.name}.`]),
  ].join(' ')
}

const isSymbols = ({ name }: CaseFile): boolean => name.includes('.symbols.')
const opens = ({ verdict }: CaseFile): boolean => verdict !== 'unverified'

const startOrder: readonly CaseFile['step'][] = [
  'trace',
  'flight',
  'heap-graph',
  'stacks',
  'counters',
  'dump',
  'process',
]

function findingsPart(findings: CaseDocument['findings'], count: number): string {
  if (count === 0) return ''
  const lines = findings.map(
    ({ title, confidence, summary, nextStep }) =>
      `- **${markdownText(title)}** (${confidence} confidence). ${markdownText(summary)} Next: ${markdownText(nextStep)}`,
  )
  const more = count > findings.length ? `\n\n${count - findings.length} more in findings.json.` : ''
  return `## Findings\n\n${lines.join('\n')}${more}`
}

function fileRow({ name, title, sizeBytes, sha256, verdict, redaction }: CaseFile): readonly string[] {
  const notes = [
    verdict === 'complete' ? '' : verdict,
    redaction === 'not-possible' || redaction === 'not-done' ? 'not masked' : '',
  ]
  return [name, title, bytes(sizeBytes), sha256, notes.filter((note) => note !== '').join(', ')]
}

/** By ending: which tool opens it. */
const openers: readonly (readonly [ending: RegExp, text: string])[] = [
  [
    /\.symbols\.nettrace$/,
    'Method names for the recording beside it. Keep both in one folder under these names; Pipescope reads them together.',
  ],
  [
    /\.nettrace$/,
    'Pipescope, PerfView or Visual Studio. `dotnet-trace report` and `dotnet-trace convert` read it on the command line. Symbols are included.',
  ],
  [
    /\.gcdump$/,
    'Pipescope, PerfView or Visual Studio; `dotnet-gcdump report` on the command line. It has types and references, no values.',
  ],
  [
    /\.core$/,
    '`dotnet-dump analyze`, or lldb with SOS. Open it on the same operating system family and processor, with the same runtime build, or let the tool download the matching runtime and debugging library (DAC). `modules.json` has the exact versions.',
  ],
  [
    /\.dmp$/,
    'Visual Studio or WinDbg with SOS; `dotnet-dump analyze` on the command line. It needs the matching runtime and debugging library (DAC).',
  ],
  [/crashreport\.json$/, 'Any text editor: the stacks at the moment of the dump.'],
  [/counters\.csv$/, 'A spreadsheet: one row for each value.'],
  [/counters\.json$/, 'The format of `dotnet-counters collect --format json`, with additional fields.'],
  [/stacks\.txt$/, 'Any text editor. A stack that is the same in all snapshots is where a thread waits or works.'],
  [/\.ndjson$/, 'One line of JSON for each record; `jq` or any text editor.'],
  [/\.json$/, 'Any text editor.'],
  [/\.(?:md|txt|log|csv)$/, 'Any text editor.'],
]

export function howtoText({ files, processes }: CaseDocument, hasPassword: boolean): string {
  const password = hasPassword
    ? '\n\nThe package is encrypted with AES-256. 7-Zip, WinZip, and Keka open it; the unzip command does not.'
    : ''
  const runtimes = processes.map(({ name, runtime, operatingSystem, architecture }) =>
    [`- ${markdownText(name)}: ${runtime}`, operatingSystem, architecture].filter((part) => part !== null).join(', '),
  )
  const lines = files.map(
    ({ name }) => `- \`${name}\`: ${openers.find(([ending]) => ending.test(name))?.[1] ?? 'The program that made it.'}`,
  )
  return `# How to open the files

Unpack the package first; each file opens on its own.${password}

${lines.join('\n')}

Recorded from

${runtimes.join('\n')}

Verify that nothing was changed in transit: \`sha256sum -c SHA256SUMS\` in the unpacked folder, or \`npm run -s case -- --verify FILE.zip\` with Pipescope.
`
}

const partWords: Readonly<Record<string, string>> = {
  traces:
    'Recordings: strings in events (command lines, environment, connection strings, query strings, SQL literals, secrets)',
  hosts: 'Host names and IP addresses',
  users: 'User names and email addresses',
  paths: 'Home folders in paths',
  secrets: 'Secrets in command lines and texts, values of environment variables (always masked)',
}

/** What each state of a file means for who hands it over. */
const notMasked: Readonly<Partial<Record<CaseFile['redaction'], string>>> = {
  'not-possible':
    'Dumps hold the memory of the process with everything in it: customer data, connection strings, keys. They can’t be masked.',
  'not-done': 'Handed over as recorded or as added.',
  'without-values': 'Heap graphs hold names of types and references, no values of objects.',
}

export function redactionText({ redaction, files }: CaseDocument, excluded: readonly string[] = []): string {
  const rules = redaction.rules.map((rule) => `- ${partWords[rule] ?? rule}`)
  const left = Object.keys(partWords).filter((part) => !redaction.rules.includes(part))
  const counts = redaction.counts.map(({ rule, count, distinctCount }) => [rule, String(count), String(distinctCount)])
  const others = (['not-possible', 'not-done', 'without-values'] as const).flatMap((kind) => {
    const names = files.filter((file) => file.redaction === kind).map(({ name }) => `\`${name}\``)
    return names.length === 0 ? [] : [`- ${names.join(', ')}: ${notMasked[kind] ?? ''}`]
  })
  const parts = [
    '# What was masked',
    `Masked:\n\n${rules.join('\n')}`,
    left.length === 0
      ? ''
      : `Not masked by choice:\n\n${left.map((part) => `- ${partWords[part] ?? part}`).join('\n')}`,
    excluded.length === 0 ? '' : `Left out by choice: ${excluded.map((name) => `\`${name}\``).join(', ')}.`,
    counts.length === 0 ? 'Nothing was found that had to be masked.' : table(['Rule', 'Masked', 'Different'], counts),
    'A mask is the kind and a keyed hash, `‹email-3f9ac10b72›`: the same text has the same mask in every file of this package, so rows can be matched. The key was made for this case and is not in the package: guesses can’t be tested, and masks of two cases can’t be compared.',
    `## What was not covered\n\n${[
      '- Names of methods, types, modules, providers, events and counters. They are the program’s code.',
      '- What no rule recognizes as a secret: names of customers or orders in log messages and events.',
      ...others,
    ].join('\n')}`,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}
