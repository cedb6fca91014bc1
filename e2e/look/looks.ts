import { caseLooks } from './case-looks.ts'
import { liveLooks } from './live-looks.ts'
import { recordLooks } from './record-looks.ts'
import { rulesLooks } from './rules-looks.ts'
import { shellLooks } from './shell-looks.ts'
import { traceLooks } from './trace-looks.ts'
import { troubleLooks } from './trouble-looks.ts'
import type { Look } from './visit.ts'
import { workLooks } from './work-looks.ts'

/** In the order in which they are visited; each can be visited alone. */
export const looks: readonly Look[] = [
  ...shellLooks,
  ...liveLooks,
  ...recordLooks,
  ...traceLooks,
  ...workLooks,
  ...caseLooks,
  ...rulesLooks,
  ...troubleLooks,
]
