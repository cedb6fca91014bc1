import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { RecordingStatus } from '../../../shared/model/recording.ts'
import { CollectedTable } from './collected-table.tsx'

const status = {
  elapsedMs: 2000,
  collected: [
    { kind: 'events', rows: [{ name: 'P/GC/AllocationTick', count: 40, amount: null }] },
    { kind: 'collections', rows: [{ name: 'Generation 0: Small-object allocation', count: 2, amount: null }] },
    { kind: 'allocations', rows: [{ name: 'System.String', count: 40, amount: 4_096_000 }] },
  ],
} as unknown as RecordingStatus

describe('what a question without stacks has collected', () => {
  it('starts with what the question asks for and offers the rest', async () => {
    render(<CollectedTable status={status} presetId="allocations" />)
    const table = screen.getByRole('table')
    const row = within(table).getAllByRole('row')[1]!
    expect(row.textContent).toMatch(/^System\.String.*40.*20.*3\.9/)
    await userEvent.click(screen.getByRole('radio', { name: 'Collections' }))
    expect(screen.getByText('Generation 0: Small-object allocation')).toBeTruthy()
  })

  it('says so while there is nothing', () => {
    render(<CollectedTable status={null} presetId="logs" />)
    expect(screen.getByText('Nothing collected yet')).toBeTruthy()
  })

  it('says the likely cause while what was asked for does not come', () => {
    const collected = [{ kind: 'events', rows: [{ name: 'P/Other', count: 2, amount: null }] }]
    render(
      <CollectedTable
        status={{ ...status, elapsedMs: 9000, collected } as unknown as RecordingStatus}
        presetId="logs"
      />,
    )
    expect(screen.getByText(/AddEventSourceLogger/)).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'All events' })).toBeTruthy()
  })
})
