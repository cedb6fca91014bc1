import { parseArgs } from 'node:util'

/**
 * Columns of every event of a file, and the same in order of time, against TraceEvent's callback for all events. One JSON
 * object on stdout, words on stderr. See README.md beside this file.
 *
 * Each way to run loads its own part: the wall time of a fresh process is a figure, and what only the others need is not part of it.
 */
const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    /** Stdout is JSON anyway. */
    json: { type: 'boolean' },
    /** A folder whose recordings are used, made when they are not there. */
    keep: { type: 'string' },
    /** A file of a gigabyte made from the first one, within a budget for the whole process. */
    large: { type: 'boolean' },
    once: { type: 'string' },
    budget: { type: 'string' },
  },
})
if (options.once !== undefined) {
  const { readOnce } = await import('./once.ts')
  await readOnce(options.once, options.budget === undefined ? undefined : Number(options.budget))
} else {
  const { recordInputs } = await import('./inputs.ts')
  const recorded =
    positionals.length === 0 ? await recordInputs(options.keep ?? null, options.large ? ['mixed'] : undefined) : null
  const files = recorded?.files ?? positionals
  try {
    if (options.large) {
      const { proveBudget } = await import('./budget.ts')
      console.log(JSON.stringify(await proveBudget(files[0]!)))
    } else {
      const { measure } = await import('./compare.ts')
      const reports: Awaited<ReturnType<typeof measure>>[] = []
      for (const file of files) reports.push(await measure(file))
      console.log(JSON.stringify(positionals.length === 1 ? reports[0] : { files: reports }))
    }
  } finally {
    recorded?.dispose()
  }
}
