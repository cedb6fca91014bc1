import { LayoutDashboard } from 'lucide-react'
import { useState } from 'react'
import { useApp } from '../../../store/create-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Menu, type MenuEntry } from '../../../ui/overlay/menu.tsx'
import { defaultBoardName, freeName, removeBoard, renameBoard } from './board.ts'
import {
  boardHistoryOf,
  offerToPutBack,
  redoBoardChange,
  saveBoard,
  saveChange,
  undoBoardChange,
} from './board-history.ts'
import { useLive } from '../live-context.ts'
import styles from '../live-toolbar.module.css'
import { NameDialog } from '../name-dialog.tsx'

/** Named boards of the application: choose, save as, rename, delete, back to the default. */
export function BoardMenu() {
  const { application, board } = useLive()
  const saved = useApp((state) => state.settings.live[application]) ?? null
  const [asking, setAsking] = useState<'save-as' | 'rename' | null>(null)
  const names = saved?.boards.map((other) => other.name) ?? []
  const shown = names.length === 0 ? [defaultBoardName] : names
  const entries: MenuEntry[] = [
    { kind: 'heading', label: `Boards of ${application}` },
    {
      kind: 'choice',
      label: 'Board',
      value: board.name,
      options: shown.map((name) => ({ value: name, label: name })),
      onChange: (name) => {
        if (saved !== null) saveChange(application, { ...saved, activeBoard: name })
      },
    },
    { kind: 'separator' },
    { kind: 'item', label: 'Save as…', run: () => setAsking('save-as') },
  ]
  if (saved !== null && names.includes(board.name)) {
    entries.push(
      { kind: 'item', label: 'Rename…', run: () => setAsking('rename') },
      {
        kind: 'item',
        label: names.length === 1 ? 'Reset to default board' : `Delete ${board.name}`,
        tone: 'bad',
        run: () => {
          saveChange(application, removeBoard(saved, board.name))
          offerToPutBack(`Removed: board ${board.name}`, () => saveBoard(application, board))
        },
      },
    )
  }
  const { canUndo, canRedo } = boardHistoryOf(application)
  entries.push(
    { kind: 'separator' },
    { kind: 'item', label: 'Undo', isDisabled: !canUndo, run: () => undoBoardChange(application) },
    { kind: 'item', label: 'Redo', isDisabled: !canRedo, run: () => redoBoardChange(application) },
  )
  return (
    <>
      <Menu
        align="end"
        entries={entries}
        trigger={
          <Button icon={LayoutDashboard} title="Boards" className={styles.board}>
            <span className={styles.boardName}>{board.name}</span>
          </Button>
        }
      />
      {asking === 'save-as' && (
        <NameDialog
          title="Save board as"
          label="Board name"
          initial={freeName('My board', names)}
          confirm="Save"
          maxLength={60}
          problemOf={(name) => (names.includes(name) ? 'A board with this name already exists' : null)}
          onConfirm={(name) => saveBoard(application, { ...board, name })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'rename' && saved !== null && (
        <NameDialog
          title="Rename board"
          label="Board name"
          initial={board.name}
          confirm="Rename"
          maxLength={60}
          problemOf={(name) => (names.includes(name) ? 'A board with this name already exists' : null)}
          onConfirm={(name) => saveChange(application, renameBoard(saved, board.name, name))}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
