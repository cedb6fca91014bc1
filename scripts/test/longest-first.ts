import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { root } from '../setup/paths.mjs'

/**
 * Files that take more than ten seconds, longest first. One of them that begins last is waited for by itself, and a fresh clone has no times to sort by: it
 * begins with the files that have most lines.
 */
const longest = [
  'main/case/case.live.test.ts',
  'main/case/case-cut-short.live.test.ts',
  'fixtures/differential/trim.live.test.ts',
  'main/diagnostics/rules/rules.live.test.ts',
  'main/diagnostics/recordings/flight/flight-recorder.live.test.ts',
  'matrix/matrix.live.test.ts',
  'fixtures/differential/differential.live.test.ts',
  'main/diagnostics/machines/machines.live.test.ts',
  'main/diagnostics/recordings/beside/thread-cpu.live.test.ts',
  'main/workers/dump-reader/read-dump.live.test.ts',
  'main/diagnostics/live/live.live.test.ts',
  'main/case/case-killed.live.test.ts',
  'main/diagnostics/live/sessions/slots.live.test.ts',
  'main/diagnostics/session-recording.live.test.ts',
  'main/diagnostics/recordings/again-and-again.live.test.ts',
  'main/diagnostics/processes/directory/directory.live.test.ts',
  'main/diagnostics/session.live.test.ts',
  'main/diagnostics/no-harm.live.test.ts',
  'main/diagnostics/heaps/planted-heap.live.test.ts',
  'main/diagnostics/heaps/heap-captures.live.test.ts',
  'main/diagnostics/recordings/removed-file.live.test.ts',
  'main/diagnostics/recordings/recordings.live.test.ts',
  'main/diagnostics/recordings/scripted-recordings.test.ts',
  'main/diagnostics/recordings/flight/scripted-flights.test.ts',
  'main/diagnostics/live/live-service.test.ts',
  'main/diagnostics/live/live-values.test.ts',
  'main/diagnostics/launch/far-launch-service.test.ts',
]

/** The order of Vitest, but that these come first in their project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const projects = [...new Set(sorted.map(({ project }) => project))]
    return projects.flatMap((wanted) =>
      sorted.filter(({ project }) => project === wanted).toSorted((a, b) => rankOf(a) - rankOf(b)),
    )
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = longest.indexOf(path.relative(root, moduleId).replaceAll('\\', '/'))
  return place === -1 ? longest.length : place
}
