import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderUi } from '../../testing/render.tsx'
import { Button } from '../controls/button.tsx'
import { MiddleEllipsis } from '../text/middle-ellipsis.tsx'
import { PlainTable } from './plain-table.tsx'
import { Value } from '../text/value.tsx'

function Sizes() {
  return (
    <PlainTable label="Sizes">
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Size</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <MiddleEllipsis text="Shop.Orders.Place" />
              <span>recorded</span>
            </td>
            <td>
              <Value quantity={{ value: '12.5', unit: 'MB', full: '12.5 MB' }} />
            </td>
            <td>
              <Button>Open</Button>
            </td>
          </tr>
          <tr>
            <td>Shop.Basket</td>
            <td>
              <span aria-hidden="true">bar</span>7
            </td>
            <td>&nbsp;</td>
          </tr>
        </tbody>
      </table>
    </PlainTable>
  )
}

const copyKey = '{Control>}c{/Control}'

describe('a table whose rows take no focus', () => {
  it('is copied completely by Ctrl+C, with its titles and without its buttons', async () => {
    const { user, copied } = renderUi(<Sizes />)
    screen.getByRole('region', { name: 'Sizes' }).focus()
    await user.keyboard(copyKey)
    expect(copied).toEqual(['Name\tSize\nShop.Orders.Place recorded\t12.5 MB\nShop.Basket\t7'])
  })

  it('gives the row in which the focus is', async () => {
    const { user, copied } = renderUi(<Sizes />)
    screen.getByRole('button', { name: 'Open' }).focus()
    await user.keyboard(copyKey)
    expect(copied).toEqual(['Shop.Orders.Place recorded\t12.5 MB'])
  })

  it('gives the row under the pointer by its menu', async () => {
    const { user, copied } = renderUi(<Sizes />)
    fireEvent.contextMenu(screen.getByText('Shop.Basket'))
    await user.click(await screen.findByRole('menuitem', { name: 'Copy row' }))
    expect(copied).toEqual(['Shop.Basket\t7'])
  })

  it('leaves text that was selected to the system', async () => {
    const { user, copied } = renderUi(<Sizes />)
    screen.getByRole('region', { name: 'Sizes' }).focus()
    getSelection()?.selectAllChildren(screen.getByText('Shop.Basket'))
    await user.keyboard(copyKey)
    getSelection()?.removeAllRanges()
    expect(copied).toEqual([])
  })
})
