import fs from 'node:fs'
import type { SampleVariant } from '../samples/start-target.ts'
import { matrixOf } from './run-matrix.ts'

/**
 * The rows of the matrix inside Wine: started by `under-wine.ts` with Node for Windows, which runs these modules as they are.
 * `PIPESCOPE_WINE` says what to do; outcomes and progress go to files, because Node does not start there with pipes for them.
 */
export interface WinePlan {
  readonly variants: readonly SampleVariant[]
  readonly rowFilter: string
  readonly outcomesFile: string
  readonly progressFile: string
  /** Where koffi finds its binary for Windows. */
  readonly resourcesFolder: string
}

const plan = JSON.parse(process.env['PIPESCOPE_WINE'] ?? '') as WinePlan
Object.assign(process, { resourcesPath: plan.resourcesFolder })
const { outcomes, versions } = await matrixOf({
  variants: plan.variants,
  rowFilter: plan.rowFilter,
  isUnderWine: true,
  say: (text) => fs.appendFileSync(plan.progressFile, `${text}\n`),
})
fs.writeFileSync(plan.outcomesFile, JSON.stringify({ outcomes, versions: [...versions] }))
process.exit(0)
