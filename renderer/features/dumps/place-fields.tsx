import { FolderOpen } from 'lucide-react'
import { machineNameOfKey } from '../../../shared/model/machine.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectDumpView, type CrashReport } from '../../store/dump-slice.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { choose, chooseDumpFolder } from './dump-commands.ts'
import { knowsCrashReports } from './dump-options.ts'
import type { DumpProps } from './dump-props.ts'
import styles from './dump-screen.module.css'
import { dumpLabels } from './dump-labels.ts'

const reportOptions: readonly { readonly value: CrashReport; readonly label: string }[] = [
  { value: 'none', label: dumpLabels.placeFields.noCrashReport },
  { value: 'as-well', label: dumpLabels.placeFields.dumpAndCrashReport },
  { value: 'only', label: dumpLabels.placeFields.crashReportOnly },
]

/** Where it goes, under which name, and what is done besides. */
export function PlaceFields({ documentId, target }: DumpProps) {
  const view = useApp(selectDumpView(documentId))
  const row = useApp((state) => state.processRows.find(({ key }) => key === target.processKey) ?? null)
  const isFar = machineNameOfKey(target.processKey) !== null
  const isSeen = !isFar && (view.preflight === null || view.preflight.visiblePath !== null)
  const isElsewhere = view.preflight?.warnings.some(({ kind }) => kind === 'other-file-system') === true
  const change = appStore.getState().changeDump
  return (
    <>
      <h2 className={styles.sideTitle}>{dumpLabels.placeFields.destination}</h2>
      <label className={styles.label} htmlFor={`${documentId}-folder`}>
        {dumpLabels.placeFields.folder}
      </label>
      <div className={styles.folder}>
        <Input
          id={`${documentId}-folder`}
          isMono
          className="grow"
          value={view.folder}
          onChange={(folder) => choose(documentId, target, { folder })}
        />
        {isSeen && !isElsewhere && (
          <IconButton
            icon={FolderOpen}
            label={dumpLabels.placeFields.chooseFolder}
            onClick={() => chooseDumpFolder(documentId, target)}
          />
        )}
      </div>
      <label className={styles.label} htmlFor={`${documentId}-name`}>
        {dumpLabels.placeFields.fileName}
      </label>
      <Input
        id={`${documentId}-name`}
        isMono
        value={view.fileName}
        maxLength={255}
        onChange={(fileName) => choose(documentId, target, { fileName })}
      />
      {view.mayOverwrite && <p className={styles.hint}>{dumpLabels.placeFields.replaced}</p>}
      <hr className={styles.line} />
      <h2 className={styles.sideTitle}>{dumpLabels.placeFields.options}</h2>
      {!isFar && (
        <Checkbox isChecked={view.wantsChecksum} onChange={(wantsChecksum) => change(documentId, { wantsChecksum })}>
          {dumpLabels.placeFields.computeSha256}
        </Checkbox>
      )}
      <Checkbox isChecked={view.logging} onChange={(logging) => change(documentId, { logging })}>
        {dumpLabels.placeFields.logToConsole}
      </Checkbox>
      {isFar ? (
        <p className={styles.hint}>{dumpLabels.farDump.noCrashReport}</p>
      ) : knowsCrashReports(row) ? (
        <Select
          label={dumpLabels.placeFields.crashReport}
          options={reportOptions}
          value={view.crashReport}
          onChange={(crashReport) => choose(documentId, target, { crashReport })}
        />
      ) : (
        <p className={styles.hint}>{dumpLabels.placeFields.crashReportNeeds}</p>
      )}
    </>
  )
}
