import { execFileSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import type { SampleVariant } from '../samples/start-target.ts'
import { matrixOf, tableOf, type CellOutcome } from './run-matrix.ts'

export interface VerifyOptions {
  readonly variants: readonly SampleVariant[]
  readonly rowFilter: string
  readonly say: (text: string) => void
}

/** Runs the portable rows on this machine and writes the report about them. */
export async function verifyHere(
  options: VerifyOptions,
): Promise<{ readonly report: string; readonly isGood: boolean }> {
  const startMs = performance.now()
  const { outcomes, versions } = await matrixOf(options)
  const minutes = ((performance.now() - startMs) / 60_000).toFixed(1)
  const table = tableOf(outcomes, options.variants, versions)
  return { report: reportOf([...machineFacts(), `Took ${minutes} minutes`], outcomes, table), isGood: isGood(outcomes) }
}

export function isGood(outcomes: readonly CellOutcome[]): boolean {
  return outcomes.every(({ state }) => state !== 'different' && state !== 'not-run')
}

/** Markdown, without a name of this machine or its user in it: made to be attached to an issue. */
export function reportOf(facts: readonly string[], outcomes: readonly CellOutcome[], table: readonly string[]): string {
  const of = (state: CellOutcome['state']): readonly CellOutcome[] => outcomes.filter((cell) => cell.state === state)
  const counts = `${of('as-documented').length} as documented, ${of('different').length} different, ${of('new').length} new, ${of('not-run').length} not run`
  return [
    '# Pipescope, verified on this machine',
    '',
    ...facts.map((fact) => `- ${fact}`),
    `- ${counts}`,
    '',
    ...section('Different', 'from what matrix/expected.md says', of('different'), withExpected),
    ...section('New', 'no answer was known so far', of('new'), ({ found }) => found),
    ...section('Not run', 'the target could not be built', of('not-run'), ({ expected }) => `expected "${expected}"`),
    '## All answers',
    '',
    ...table,
    '',
  ].join('\n')
}

const withExpected = ({ expected, found }: CellOutcome): string => `expected "${expected}", found "${found}"`

function section(
  title: string,
  explained: string,
  cells: readonly CellOutcome[],
  words: (cell: CellOutcome) => string,
): readonly string[] {
  if (cells.length === 0) return []
  const lines = cells.map((cell) => `- ${cell.variant}, ${cell.row}: ${words(cell)}`)
  return [`## ${title}: ${explained}`, '', ...lines, '']
}

function machineFacts(): readonly string[] {
  return [
    `${os.type()} ${os.release()} (${os.version()}), ${process.arch}, ${os.availableParallelism()} processors`,
    `Node ${process.versions.node}`,
    `Pipescope at ${revision()}`,
  ]
}

function revision(): string {
  try {
    const options = { cwd: path.join(import.meta.dirname, '..'), encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('git', ['describe', '--always', '--dirty'], options).trim()
  } catch {
    // A copy without its history, or a machine without git.
    return 'an unknown revision'
  }
}
