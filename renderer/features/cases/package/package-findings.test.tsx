import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CaseDocument, CaseFinding } from '../../../../shared/case/case-document.ts'
import { commands } from '../../../commands/registry.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { PackageFindings } from './document-tabs.tsx'

const finding: CaseFinding = {
  title: 'An asynchronous method blocks its thread',
  confidence: 'high',
  summary: 'Gateway.Charge sleeps.',
  evidence: ['Gateway.Charge: 41 samples', '12 timeouts'],
  rows: [
    { table: 'methods', search: 'Gateway.Charge', range: null },
    { table: 'thrown', search: 'TimeoutException', range: { fromMs: 10, toMs: 30 } },
  ],
  nextStep: 'Await Task.Delay.',
  file: 'trace.nettrace',
}
const facts = { sizeBytes: 1, sha256: '', fault: null, knownFault: null, opens: true }
const sound = { ...facts, name: 'trace.nettrace', openedAs: 'trace' }

let opened: unknown[] = []
let opening = { dispose: () => undefined as void }
beforeEach(() => {
  resetStore()
  opened = []
  opening = commands.registerWith('files.openPath', (given) => opened.push(given))
})
afterEach(() => opening.dispose())

function show(change: Partial<CaseFinding>, file = sound) {
  installFakeBridge({ 'cases.unpack': ({ name }) => ({ path: `/unpacked/${name}` }) })
  const document = { findings: [{ ...finding, ...change }] } as unknown as CaseDocument
  return renderUi(<PackageFindings documentId="case-1" document={document} files={[file]} />)
}

it('opens the recording of a case where a line of evidence is seen', async () => {
  const { user } = show({})
  await user.click(screen.getByRole('button', { name: 'Show in trace.nettrace: 12 timeouts' }))
  const rows = { table: 'thrown', search: 'TimeoutException', range: { fromMs: 10, toMs: 30 } }
  expect(opened).toEqual([{ path: '/unpacked/trace.nettrace', as: 'trace', rows }])
})

it('opens at no rows that this version does not know, nor in a recording that was changed', () => {
  const { unmount } = show({ rows: [{ table: 'of a later version', search: '', range: null }] })
  expect(screen.queryByRole('button', { name: /^Show in/ })).toBeNull()
  unmount()
  show({}, { ...sound, fault: 'hash differs' } as never)
  for (const button of screen.getAllByRole('button')) expect(button.getAttribute('data-disabled')).not.toBeNull()
})

it('passes over a time that is none', async () => {
  const { user } = show({ rows: [{ table: 'methods', search: 'Gateway', range: { fromMs: 30, toMs: -1 } }] })
  await user.click(screen.getByRole('button', { name: /^Show in/ }))
  expect(opened).toMatchObject([{ rows: { table: 'methods', search: 'Gateway', range: null } }])
})
