import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useId, useMemo, useRef, useState, useSyncExternalStore, type KeyboardEvent, type RefObject } from 'react'
import { showKeys } from '../../commands/keys.ts'
import { isMac } from '../../commands/platform.ts'
import { commands } from '../../commands/registry.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import type { ProcessQuestion } from '../../store/navigation-slice.ts'
import { useFocusAtOnce } from '../../ui/use-focus-at-once.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import dialogStyles from '../../ui/overlay/dialog.module.css'
import { openLiveOf, showProcess } from '../open-documents.ts'
import { useOverlays, type Overlays } from '../overlays.ts'
import { paletteGroups, type PaletteGroup, type PaletteItem } from './palette-items.ts'
import styles from './palette.module.css'
import { appLabels } from '../app-labels.ts'

interface PaletteDialogProps {
  readonly mode: Overlays['palette']
  /** A screen wants a process: only those it takes are listed, and choosing one answers it. */
  readonly question: ProcessQuestion | null
}

export function PaletteDialog({ mode, question }: PaletteDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const focus = useFocusAtOnce(field)
  const name =
    question?.title ??
    (mode === 'processes' ? appLabels.paletteDialog.goToProcess : appLabels.paletteDialog.commandPalette)
  return (
    <Dialog.Root
      open={mode !== 'closed'}
      onOpenChange={(isOpen) => {
        if (!isOpen) close()
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogStyles.backdrop} />
        <Dialog.Popup className={styles.popup} aria-label={name} initialFocus={focus}>
          <PaletteContent field={field} mode={mode === 'processes' ? 'processes' : 'all'} question={question} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function close(): void {
  useOverlays.setState({ palette: 'closed' })
  appStore.getState().askForProcess(null)
}

function subscribeToCommands(listener: () => void): () => void {
  return commands.subscribe(listener)
}

interface PaletteContentProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly mode: 'all' | 'processes'
  readonly question: ProcessQuestion | null
}

function PaletteContent({ field, mode, question }: PaletteContentProps) {
  const [search, setSearch] = useState('')
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const rows = useApp((state) => state.processRows)
  const documents = useApp((state) => state.documents)
  const activeDocumentId = useApp((state) => state.activeDocumentId)
  const revision = useSyncExternalStore(subscribeToCommands, () => commands.revision)
  const groups = useMemo(
    () =>
      paletteGroups({
        mode,
        search,
        commands: commands.available(),
        recentIds: commands.recentIds,
        rows: question === null ? rows : rows.filter(question.isOffered),
        documents,
        activeDocumentId,
      }),
    // oxlint-disable-next-line react/memo-dependencies, react-hooks/exhaustive-deps -- the registry is outside of React; its revision stands for it
    [mode, question, search, rows, documents, activeDocumentId, revision],
  )
  const items = groups.flatMap((group) => group.items)
  const index = Math.min(active, items.length - 1)

  const take = (item: PaletteItem, isLive: boolean) => {
    if (question === null) choose(item, isLive)
    else if (item.kind === 'process') {
      close()
      question.choose(item.row)
    }
  }
  const move = (next: number) => {
    const wrapped = items.length === 0 ? 0 : (next + items.length) % items.length
    setActive(wrapped)
    list.current?.querySelector(`[data-index="${String(wrapped)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const item = items[index]
    const steps: Readonly<Record<string, number>> = { ArrowDown: index + 1, ArrowUp: index - 1 }
    const step = steps[event.key]
    if (step !== undefined) {
      event.preventDefault()
      move(step)
    } else if (event.key === 'Enter' && item) {
      event.preventDefault()
      take(item, event.ctrlKey || event.metaKey || event.shiftKey)
    }
  }
  return (
    <>
      <div className={styles.field}>
        <Icon icon={Search} />
        <input
          ref={field}
          className={styles.input}
          type="text"
          role="combobox"
          spellCheck={false}
          aria-expanded={items.length > 0}
          aria-label={mode === 'processes' ? appLabels.paletteDialog.searchProcesses : appLabels.paletteDialog.search}
          aria-controls={items.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={items.length > 0 ? `${id}-${String(index)}` : undefined}
          placeholder={
            question !== null
              ? appLabels.paletteDialog.nameOrPidFor(question.title)
              : mode === 'processes'
                ? appLabels.paletteDialog.nameOrPid
                : appLabels.paletteDialog.placeholder
          }
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {items.length > 0 ? (
        <div
          className={styles.list}
          id={`${id}-list`}
          role="listbox"
          aria-label={appLabels.paletteDialog.results}
          ref={list}
          tabIndex={-1}
        >
          <Groups id={id} groups={groups} activeIndex={index} onHover={setActive} onChoose={take} />
        </div>
      ) : (
        // A list box without options is none.
        <p className={styles.empty} role="status">
          {question !== null && rows.every((row) => !question.isOffered(row))
            ? appLabels.paletteDialog.noOtherProcess
            : mode === 'processes'
              ? appLabels.paletteDialog.noProcessMatches
              : appLabels.paletteDialog.noMatches}
        </p>
      )}
      <div className={styles.foot}>
        <span>
          <Kbd>↑↓</Kbd> {appLabels.paletteDialog.select}
        </span>
        <span>
          <Kbd>Enter</Kbd> {appLabels.paletteDialog.open}
        </span>
        {question === null && (
          <span>
            <Kbd>{showKeys('Mod+Enter', isMac)}</Kbd> {appLabels.paletteDialog.openInLive}
          </span>
        )}
      </div>
    </>
  )
}

function choose(item: PaletteItem, isLive: boolean): void {
  close()
  switch (item.kind) {
    case 'command':
      commands.run(item.id)
      break
    case 'document':
      appStore.getState().activateDocument(item.id)
      break
    case 'process':
      if (isLive) openLiveOf(item.row)
      else showProcess(item.row)
      break
  }
}

interface GroupsProps {
  readonly id: string
  readonly groups: readonly PaletteGroup[]
  readonly activeIndex: number
  readonly onHover: (index: number) => void
  readonly onChoose: (item: PaletteItem, isLive: boolean) => void
}

function Groups({ id, groups, activeIndex, onHover, onChoose }: GroupsProps) {
  const starts: number[] = []
  let count = 0
  for (const group of groups) {
    starts.push(count)
    count += group.items.length
  }
  return groups.map((group, groupIndex) => (
    <div key={group.title} role="group" aria-label={group.title}>
      <div className={styles.heading} aria-hidden>
        {group.title}
      </div>
      {group.items.map((item, itemIndex) => {
        const index = (starts[groupIndex] ?? 0) + itemIndex
        return (
          // The input has the focus and the keys.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={item.id}
            id={`${id}-${String(index)}`}
            data-index={index}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            // Matched letters are elements of their own; the name must not be spelled.
            aria-label={item.kind === 'process' ? `${item.title}, ${item.detail}` : item.title}
            className={styles.option}
            onPointerMove={() => {
              onHover(index)
            }}
            onClick={(event) => {
              onChoose(item, event.ctrlKey || event.metaKey || event.shiftKey)
            }}
          >
            <span className={styles.title}>
              <Marked text={item.title} positions={item.positions} />
            </span>
            <span className={styles.detail}>{item.kind === 'process' ? item.detail : ''}</span>
            {item.kind === 'command' && item.keys !== null && <Kbd>{showKeys(item.keys, isMac)}</Kbd>}
          </div>
        )
      })}
    </div>
  ))
}

function Marked({ text, positions }: { readonly text: string; readonly positions: readonly number[] }) {
  const marked = new Set(positions)
  return Array.from(text, (letter, index) =>
    // Letters have no other identity than their place.
    // oxlint-disable-next-line react/no-array-index-key
    marked.has(index) ? <mark key={index}>{letter}</mark> : letter,
  )
}
