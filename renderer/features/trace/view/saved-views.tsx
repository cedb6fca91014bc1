import { Bookmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { SavedView } from '../../../../shared/contract/saved-view.ts'
import { quoteShellWord } from '../../../../shared/recording/shell-words.ts'
import { background, invoke } from '../../../bridge/bridge.ts'
import { useLatestAnswer } from '../../../bridge/use-latest-answer.ts'
import { copyText, reportAs } from '../../../commands/page-actions.ts'
import { appStore } from '../../../store/create-store.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Input } from '../../../ui/controls/input.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Menu, type MenuEntry } from '../../../ui/overlay/menu.tsx'
import { classesAtFirst } from './first-classes.ts'
import { partWords } from './selection-words.ts'
import { useTraceContents, useTraceTab, useTraceView } from './trace-view.ts'
import { linkTo, linkToNamed, nameFor } from './view-link.ts'
import { viewLabels } from './view-labels.ts'

/** Views of the recording under names: saved beside it, shown again from anywhere. */
export function SavedViews() {
  const view = useTraceView()
  const tab = useTraceTab()
  const part = useTraceContents(({ summary }) => partWords(summary, view.selection))
  const atFirst = useTraceContents(({ summary }) => classesAtFirst(summary))
  const { documentId } = view.target
  const [round, setRound] = useState(0)
  const [isNaming, setNaming] = useState(false)
  const known = useLatestAnswer('traces.views', { documentId }, String(round)).value
  const saved = known ?? []
  const change = (changed: Promise<unknown>, channel: 'traces.saveView' | 'traces.deleteView', problem: string): void =>
    background(
      changed.then(() => setRound((before) => before + 1)),
      channel,
      reportAs(problem),
    )
  const { selection, search, eventFilter, eventFields } = view
  const seen = { tab, selection, search, eventFilter, eventFields }
  const suggestion = suggestionFor(tab, part)
  const keep = (name: string): Promise<unknown> => invoke('traces.saveView', { documentId, view: { name, ...seen } })
  const save = (name: string): void => {
    setNaming(false)
    change(keep(name), 'traces.saveView', viewLabels.savedViews.couldntSave)
  }
  const remove = (name: string): void =>
    change(invoke('traces.deleteView', { documentId, name }), 'traces.deleteView', viewLabels.savedViews.couldntDelete)
  const show = (one: SavedView): void => {
    view.goTo({ tab: one.tab, selection: one.selection })
    view.setSearch(one.search)
    view.setEventFilter(one.eventFilter)
    view.setEventFields(one.eventFields)
    appStore
      .getState()
      .addNotice({ tone: 'ok', title: viewLabels.savedViews.view(one.name), text: viewLabels.savedViews.goesBack })
  }
  // A view that a link names is shown as soon as the views are known.
  const [wanted, want] = useState(view.target.link?.view ?? null)
  useEffect(() => {
    if (known === null || wanted === null) return
    const found = known.find(({ name }) => name === wanted)
    want(null)
    if (found !== undefined) show(found)
    else
      appStore.getState().addNotice({
        tone: 'warn',
        title: viewLabels.savedViews.noViewNamed(wanted),
        text: viewLabels.savedViews.shownFromBeginning,
      })
    // oxlint-disable-next-line react/exhaustive-deps -- once, when they are known
  }, [known, wanted])
  const copyCommandLine = (link: string, savedName: string | null): void =>
    copyText(
      `pipescope --select ${quoteShellWord(link)} -- ${quoteShellWord(view.target.path)}`,
      viewLabels.savedViews.commandLineCopied,
      savedName === null ? undefined : viewLabels.savedViews.savedForLink(savedName),
    )
  const copyLink = (): void => {
    const link = linkTo(seen, atFirst)
    if (link !== null) return copyCommandLine(link, null)
    const name = nameFor(seen, suggestion, saved)
    const kept = keep(name).then(() => copyCommandLine(linkToNamed(name), name))
    change(kept, 'traces.saveView', viewLabels.savedViews.couldntSave)
  }
  const entries: readonly MenuEntry[] = [
    ...saved.map((one): MenuEntry => ({ kind: 'item', label: one.name, run: () => show(one) })),
    ...(saved.length === 0 ? [] : [{ kind: 'separator' as const }]),
    { kind: 'item', label: viewLabels.savedViews.saveThisView, run: () => setNaming(true) },
    { kind: 'item', label: viewLabels.savedViews.copyCommandLine, run: copyLink },
    ...(saved.length === 0
      ? []
      : [
          {
            kind: 'submenu' as const,
            label: viewLabels.savedViews.delete,
            entries: saved.map((one): MenuEntry => ({
              kind: 'item',
              label: one.name,
              tone: 'bad',
              run: () => remove(one.name),
            })),
          },
        ]),
  ]
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Bookmark} label={viewLabels.savedViews.savedViews} />}
        entries={entries}
      />
      <NameDialog
        key={String(isNaming)}
        isOpen={isNaming}
        suggestion={suggestion}
        known={saved.map(({ name }) => name)}
        onSave={save}
        onClose={() => setNaming(false)}
      />
    </>
  )
}

interface NameDialogProps {
  readonly isOpen: boolean
  readonly suggestion: string
  readonly known: readonly string[]
  readonly onSave: (name: string) => void
  readonly onClose: () => void
}

function NameDialog({ isOpen, suggestion, known, onSave, onClose }: NameDialogProps) {
  const [typed, setTyped] = useState('')
  const name = typed.trim() === '' ? suggestion : typed.trim()
  const isKnown = known.includes(name)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={viewLabels.savedViews.saveView}
      description={viewLabels.savedViews.saveText}
      footer={
        <>
          <Button onClick={onClose}>{viewLabels.savedViews.cancel}</Button>
          <Button kind="primary" onClick={() => onSave(name)}>
            {isKnown ? viewLabels.savedViews.replace : viewLabels.savedViews.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSave(name)
        }}
      >
        <Input
          label={viewLabels.savedViews.viewName}
          placeholder={suggestion}
          value={typed}
          maxLength={80}
          onChange={setTyped}
        />
      </form>
    </Dialog>
  )
}

/** `Flame, 1.2–3.4 s`; with blanks that can be typed into a command line. */
function suggestionFor(tab: string, part: string): string {
  const words = tab.replaceAll('-', ' ')
  const name = `${words.charAt(0).toUpperCase()}${words.slice(1)}${part === '' ? '' : `, ${part}`}`
  return name.replaceAll('\u2009', ' ').slice(0, 80)
}
