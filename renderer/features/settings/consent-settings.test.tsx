import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { KeptConsent } from '../../../shared/model/consent.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { renderUi } from '../../testing/render.tsx'
import { ConsentSettings } from './consent-settings.tsx'

const kept: readonly KeptConsent[] = [
  { id: 'a', kind: 'program', label: 'dotnet Orders.dll', givenMs: 0 },
  { id: 'b', kind: 'perf-map', label: 'orders-api', givenMs: 0 },
]

it('lists remembered consents, and revokes one or all', async () => {
  const bridge = installFakeBridge({
    'consents.list': () => kept,
    'consents.revoke': ({ id }) => (id === null ? [] : kept.filter((one) => one.id !== id)),
  })
  const { user } = renderUi(<ConsentSettings />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Revoke all' }))
  expect(await screen.findByText('None')).toBeTruthy()
  expect(bridge.requestsOf('consents.revoke')).toEqual([{ id: null }])
})

it('revokes a single one', async () => {
  installFakeBridge({ 'consents.list': () => kept, 'consents.revoke': () => kept.slice(1) })
  const { user } = renderUi(<ConsentSettings />)
  await user.click(await screen.findByRole('button', { name: 'Revoke: Start program dotnet Orders.dll' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Revoke all' })).toBeNull()
})
