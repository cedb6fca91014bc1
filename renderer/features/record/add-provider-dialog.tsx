import { Plus } from 'lucide-react'
import { useState } from 'react'
import { collectItems } from '../../../shared/recording/presets.ts'
import { provider } from '../../../shared/recording/provider-spec.ts'
import { appStore } from '../../store/create-store.ts'
import { selectRecordView, type CollectRow } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { changeSheet } from './record-commands.ts'
import { providerLine, providerRow } from './record-model.ts'
import own from './record-dialogs.module.css'
import styles from './record-sheet.module.css'
import { recordLabels } from './record-labels.ts'

interface AddProviderProps {
  readonly documentId: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

let nextNumber = 1

/** Known things to collect, by search, or any provider by its name. */
export function AddProviderDialog({ documentId, isOpen, onClose }: AddProviderProps) {
  const [search, setSearch] = useState('')
  const [name, setName] = useState('')
  const add = (row: CollectRow) => {
    const { rows } = selectRecordView(documentId)(appStore.getState())
    const isThere = rows.some((other) => other.id === row.id)
    changeSheet(documentId, {
      rows: isThere ? rows.map((other) => (other.id === row.id ? { ...other, isOn: true } : other)) : [...rows, row],
      probe: null,
    })
    setName('')
    onClose()
  }
  const words = search.toLowerCase()
  const found = collectItems.filter((item) =>
    `${item.title} ${item.provider.name} ${item.help}`.toLowerCase().includes(words),
  )
  const isName = /^[^\s,:"]+$/.test(name)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isWide
      title={recordLabels.addProviderDialog.addProvider}
      description={recordLabels.addProviderDialog.explanation}
    >
      <form
        className={own.addForm}
        onSubmit={(event) => {
          event.preventDefault()
          if (isName) add(providerRow(provider(name, 0xffff_ffff_ffff_ffffn, 4), `own-${String(nextNumber++)}-${name}`))
        }}
      >
        <Input
          label={recordLabels.addProviderDialog.providerName}
          placeholder="MyCompany-MySource"
          isMono
          value={name}
          onChange={setName}
        />
        <Button icon={Plus} type="submit" disabled={!isName}>
          {recordLabels.addProviderDialog.add}
        </Button>
      </form>
      <SearchField label={recordLabels.addProviderDialog.searchKnownProviders} value={search} onChange={setSearch} />
      <ul className={own.known}>
        {found.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              className={own.knownItem}
              onClick={() => {
                const { id, title, help, since, provider: spec } = item
                add({ id, title, help, since, provider: spec, isOn: true })
              }}
            >
              <span className={styles.rowTitle}>{item.title}</span>
              <span className={styles.rowProvider}>{providerLine(item.provider)}</span>
              <span className={own.knownHelp}>{item.help}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
