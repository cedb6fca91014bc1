import { ClipboardPaste, RotateCcw, SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { showKeys } from '../../commands/keys.ts'
import { isMac } from '../../commands/platform.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectRecordView, type RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Banner } from '../../ui/layout/pane.tsx'
import { errorSentences } from '../../../shared/words/error-wording.ts'
import { AdvancedDialog, PasteDialog } from './advanced-dialogs.tsx'
import { CollectList } from './collect-list.tsx'
import { PresetList } from './preset-list.tsx'
import { beginSheet, changeSheet, repeatLast, rowOfTarget, start } from './record-commands.ts'
import { RecordFooter } from './record-footer.tsx'
import { shortcomings, specOfView, startProblem } from './record-model.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import styles from './record-sheet.module.css'
import { StopColumn } from './stop-column.tsx'
import { recordLabels } from './record-labels.ts'

interface SheetProps {
  readonly documentId: string
  readonly target: RecordTarget
}

/** Before the start: a question, what is collected, when it stops. */
export function RecordSheet({ documentId, target }: SheetProps) {
  const [open, setOpen] = useState<'advanced' | 'paste' | null>(null)
  useEffect(() => beginSheet(documentId, target), [documentId, target])
  useSheetCommands(documentId, target)
  return (
    <div className={styles.sheet}>
      <PageHeader title={recordLabels.sheet.record(target.name)} detail={`PID ${String(target.pid)}`}>
        <Button icon={RotateCcw} shortcut={showKeys('Mod+R', isMac)} onClick={() => repeatLast(documentId, target)}>
          {recordLabels.sheet.repeatLast}
        </Button>
        <Button icon={ClipboardPaste} onClick={() => setOpen('paste')}>
          {recordLabels.sheet.pasteACommandLine}
        </Button>
        <Button icon={SlidersHorizontal} onClick={() => setOpen('advanced')}>
          {recordLabels.sheet.advanced}
        </Button>
      </PageHeader>
      <Banners documentId={documentId} target={target} />
      <div className={styles.columns}>
        <PresetList documentId={documentId} target={target} />
        <CollectList documentId={documentId} target={target} />
        <StopColumn documentId={documentId} target={target} />
      </div>
      <RecordFooter documentId={documentId} target={target} />
      <AdvancedDialog documentId={documentId} isOpen={open === 'advanced'} onClose={() => setOpen(null)} />
      <PasteDialog documentId={documentId} isOpen={open === 'paste'} onClose={() => setOpen(null)} />
    </div>
  )
}

function Banners({ documentId, target }: SheetProps) {
  const view = useApp(selectRecordView(documentId))
  const row = useApp((state) => state.processRows.find(({ key }) => key === target.processKey) ?? null)
  const spec = specOfView(view)
  const missing = spec === null ? [] : shortcomings(spec, row)
  return (
    <>
      {view.startError !== null && (
        <Banner tone="bad">{recordLabels.sheet.couldntStart(errorSentences(view.startError))}</Banner>
      )}
      {missing.map((text) => (
        <Banner key={text} tone="note">
          {text}
        </Banner>
      ))}
      {row?.state === 'suspended' && (
        <Banner tone="note">
          <Checkbox isChecked={view.resumes} onChange={(resumes) => changeSheet(documentId, { resumes })}>
            {recordLabels.sheet.suspended}
          </Checkbox>
        </Banner>
      )}
    </>
  )
}

function useSheetCommands(documentId: string, target: RecordTarget): void {
  const isHere = () => {
    const state = appStore.getState()
    return state.activeDocumentId === documentId && selectRecordView(documentId)(state).jobId === null
  }
  useCommands([
    {
      id: 'record.start',
      title: recordLabels.sheet.startRecording,
      group: recordLabels.sheet.group,
      keys: ['Mod+Enter'],
      when: () => {
        const view = selectRecordView(documentId)(appStore.getState())
        return isHere() && startProblem(specOfView(view), rowOfTarget(target), view) === null
      },
      run: () => start(documentId, target),
    },
    {
      id: 'record.repeat',
      title: recordLabels.sheet.repeatLastRecording,
      group: recordLabels.sheet.group,
      keys: ['Mod+R'],
      when: isHere,
      run: () => repeatLast(documentId, target),
    },
  ])
}
