import { LayoutDashboard } from 'lucide-react'
import { useState } from 'react'
import { applicationLiveOf } from '../../../../shared/model/settings.ts'
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
import { liveLabels } from '../live-labels.ts'

/** Named boards of the application: choose, save as, rename, delete, back to the default. */
export function BoardMenu() {
  const { application, board } = useLive()
  const saved = useApp((state) => applicationLiveOf(state.settings, application))
  const [asking, setAsking] = useState<'save-as' | 'rename' | null>(null)
  const names = saved?.boards.map((other) => other.name) ?? []
  const shown = names.length === 0 ? [defaultBoardName] : names
  const entries: MenuEntry[] = [
    { kind: 'heading', label: liveLabels.boardMenu.boardsOf(application) },
    {
      kind: 'choice',
      label: liveLabels.boardMenu.board,
      value: board.name,
      options: shown.map((name) => ({ value: name, label: name })),
      onChange: (name) => {
        if (saved !== null) saveChange(application, { ...saved, activeBoard: name })
      },
    },
    { kind: 'separator' },
    { kind: 'item', label: liveLabels.boardMenu.saveAs, run: () => setAsking('save-as') },
  ]
  if (saved !== null && names.includes(board.name)) {
    entries.push(
      { kind: 'item', label: liveLabels.boardMenu.rename, run: () => setAsking('rename') },
      {
        kind: 'item',
        label: names.length === 1 ? liveLabels.boardMenu.reset : liveLabels.boardMenu.delete(board.name),
        tone: 'bad',
        run: () => {
          saveChange(application, removeBoard(saved, board.name))
          offerToPutBack(liveLabels.boardMenu.removedBoard(board.name), () => saveBoard(application, board))
        },
      },
    )
  }
  const { canUndo, canRedo } = boardHistoryOf(application)
  entries.push(
    { kind: 'separator' },
    { kind: 'item', label: liveLabels.boardMenu.undo, isDisabled: !canUndo, run: () => undoBoardChange(application) },
    { kind: 'item', label: liveLabels.boardMenu.redo, isDisabled: !canRedo, run: () => redoBoardChange(application) },
  )
  return (
    <>
      <Menu
        align="end"
        entries={entries}
        trigger={
          <Button icon={LayoutDashboard} title={liveLabels.boardMenu.boards} className={styles.board}>
            <span className={styles.boardName}>{board.name}</span>
          </Button>
        }
      />
      {asking === 'save-as' && (
        <NameDialog
          title={liveLabels.boardMenu.saveBoardAs}
          label={liveLabels.boardMenu.boardName}
          initial={freeName(liveLabels.boardMenu.myBoard, names)}
          confirm={liveLabels.boardMenu.save}
          maxLength={60}
          problemOf={(name) => (names.includes(name) ? liveLabels.boardMenu.nameTaken : null)}
          onConfirm={(name) => saveBoard(application, { ...board, name })}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'rename' && saved !== null && (
        <NameDialog
          title={liveLabels.boardMenu.renameBoard}
          label={liveLabels.boardMenu.boardName}
          initial={board.name}
          confirm={liveLabels.boardMenu.renameVerb}
          maxLength={60}
          problemOf={(name) => (names.includes(name) ? liveLabels.boardMenu.nameTaken : null)}
          onConfirm={(name) => saveChange(application, renameBoard(saved, board.name, name))}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  )
}
