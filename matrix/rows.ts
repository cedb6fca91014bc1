import type { Row } from './cell.ts'
import { appRows } from './cells/app.ts'
import { dumpRows } from './cells/dumps.ts'
import { endingRows } from './cells/endings.ts'
import { heapRows } from './cells/heap.ts'
import { launchRows } from './cells/launch.ts'
import { pipeRows } from './cells/pipes.ts'
import { processRows } from './cells/process.ts'
import { profilerRows } from './cells/profiler.ts'
import { refusedRows } from './cells/refused.ts'
import { startupRows } from './cells/startup.ts'
import { tracingRows } from './cells/tracing.ts'
import { watchdogRows } from './cells/watchdog.ts'

const rows = [
  ...processRows,
  ...tracingRows,
  ...heapRows,
  ...startupRows,
  ...dumpRows,
  ...profilerRows,
  ...endingRows,
  ...refusedRows,
  ...appRows,
  ...pipeRows,
  ...watchdogRows,
  ...launchRows,
]

/** Every row there is code for, by its name in expected.md. */
export const allRows: ReadonlyMap<string, Row> = new Map(rows.map((row) => [row.name, row]))
