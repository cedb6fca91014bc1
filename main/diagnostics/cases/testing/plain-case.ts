import { quickChecklist } from '../../../../shared/case/testing/quick-checklist.ts'
import type { NewCase } from '../collect/new-collection.ts'

/** A case of a test with a flight recorder and nothing else that has to be ticked; a test adds its processes, and what is about it. */
export const plainCase: Omit<NewCase, 'id' | 'key' | 'rows'> = {
  createdMs: Date.now(),
  ticket: null,
  notes: null,
  checklist: quickChecklist,
  hasFlight: true,
  wantsLogs: false,
  wantsHeap: false,
  resumes: false,
  dump: null,
  added: [],
  words: { homeFolder: '/home/orders', userName: 'orders', hostName: 'web1' },
}
