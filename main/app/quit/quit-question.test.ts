import { expect, it } from 'vitest'
import { asProcessKey } from '../../../shared/model/ids.ts'
import { JobRegistry } from '../../diagnostics/jobs/job-registry.ts'
import { quitQuestion } from './quit-question.ts'

it('the question before quitting names every job and the other machine it runs on', () => {
  const jobs = new JobRegistry({ journal: null, now: () => 0 })
  const target = { pid: 7, name: 'orders', processKey: asProcessKey('ssh:web03/7:1') }
  jobs.begin({ kind: 'recording', title: 'orders.nettrace', target })
  jobs.begin({ kind: 'dump', title: 'local', target: { ...target, processKey: asProcessKey('7:1') } })
  const { message, detail } = quitQuestion(jobs.running())
  expect(message).toBe('2 jobs are still running. Quit anyway?')
  expect(detail).toContain('Dump: local\nRecording: orders.nettrace (on web03)\n')
})
