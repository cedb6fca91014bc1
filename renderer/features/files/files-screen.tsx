import { Archive, Copy, FolderOpen, Hash, RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatBytes, formatDateTime, quantityText } from '../../../shared/base/format.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import type { SavedFileEntry, SavedFileList } from '../../../shared/model/saved-file.ts'
import { watchSavedFiles } from '../../bridge/watch-saved-files.ts'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { isCopyKey } from '../../ui/text/copy.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { Toolbar } from '../../ui/layout/pane.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { copyText, openHeapGraph, openRecording, revealFile } from '../../commands/page-actions.ts'
import { commands } from '../../commands/registry.ts'
import { checksum, describe, dragOut, remove, restore } from './files-commands.ts'
import { cleanUp, fileAsTsv, kindWords, matches, nameOf, sizeOf, verdictWords, type CleanUp } from './files-model.ts'
import styles from './files-screen.module.css'
import { filesLabels } from './files-labels.ts'

/** Everything that was made here, newest first. */
export function FilesScreen() {
  const { list, error, nowMs } = useSavedFiles()
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [openId, setOpenId] = useState<string | null>(null)
  if (error !== null) return <ErrorState isCentred error={error} title={filesLabels.screen.couldntRead} />
  const files = list?.files ?? []
  const shown = files.filter((file) => matches(file, search))
  const chosen = files.filter((file) => picked.has(file.id))
  return (
    <div className={styles.screen} aria-busy={list === null}>
      <Toolbar label={filesLabels.screen.files}>
        <SearchField
          label={filesLabels.screen.searchFiles}
          value={search}
          onChange={setSearch}
          className={styles.search}
        />
        {chosen.length > 0 && (
          <Button
            icon={Trash2}
            onClick={() => {
              remove(chosen)
              setPicked(new Set())
            }}
          >
            {filesLabels.screen.removeChosen(String(chosen.length), quantityText(formatBytes(sizeOf(chosen))))}
          </Button>
        )}
        {list !== null && list.removed.length > 0 && (
          <Button
            icon={RotateCcw}
            data-testid="shelf-restore"
            onClick={() => restore(list.removed.map(({ id }) => id))}
            title={filesLabels.screen.restoreHint}
          >
            {filesLabels.screen.restore(String(list.removed.length))}
          </Button>
        )}
        <CleanUpMenu files={files} nowMs={nowMs} />
        <Storage list={list} />
      </Toolbar>
      {list !== null && files.length === 0 ? (
        <EmptyState
          isCentred
          icon={Archive}
          title={filesLabels.screen.noFilesYet}
          text={filesLabels.screen.noFilesYetText}
          action={<Button onClick={() => void commands.run('files.open')}>{filesLabels.screen.openFile}</Button>}
        />
      ) : (
        <ul className={styles.files} aria-label={filesLabels.screen.files}>
          {shown.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              isPicked={picked.has(file.id)}
              isOpen={openId === file.id}
              onPick={(isNow) => {
                const next = new Set(picked)
                if (isNow) next.add(file.id)
                else next.delete(file.id)
                setPicked(next)
              }}
              onToggle={() => setOpenId(openId === file.id ? null : file.id)}
            />
          ))}
          {shown.length === 0 && files.length > 0 && <li className={styles.none}>{filesLabels.screen.noMatch}</li>}
        </ul>
      )}
    </div>
  )
}

interface FileRowProps {
  readonly file: SavedFileEntry
  readonly isPicked: boolean
  readonly isOpen: boolean
  readonly onPick: (isNow: boolean) => void
  readonly onToggle: () => void
}

function FileRow({ file, isPicked, isOpen, onPick, onToggle }: FileRowProps) {
  const display = useApp((state) => state.settings.timeDisplay)
  const name = nameOf(file)
  const about = [
    kindWords[file.kind],
    file.origin,
    file.processName,
    file.runtimeVersion && `.NET ${file.runtimeVersion}`,
  ]
  return (
    <li className={styles.file} data-there={file.isThere !== false}>
      <div className={styles.line}>
        <Checkbox isChecked={isPicked} onChange={onPick}>
          <span className="visually-hidden">{filesLabels.screen.choose(name)}</span>
        </Checkbox>
        <button
          type="button"
          className={styles.name}
          aria-expanded={isOpen}
          draggable={file.isThere !== false}
          onClick={onToggle}
          onKeyDown={(event) => {
            if (!isCopyKey(event)) return
            event.preventDefault()
            copyText(fileAsTsv(file, display), filesLabels.screen.rowCopied)
          }}
          onDragStart={(event) => {
            // The page's own drag ends here: a file leaves the window as a file.
            event.preventDefault()
            dragOut(file.id)
          }}
        >
          <span className={styles.nameText}>
            <MiddleEllipsis text={name} />
          </span>
          <span className={styles.about}>{about.filter((part) => part !== null && part !== '').join(' · ')}</span>
        </button>
        {file.tags.map((tag) => (
          <Chip key={tag}>{tag}</Chip>
        ))}
        {file.isThere === false && <Chip tone="bad">{filesLabels.screen.movedOrDeleted}</Chip>}
        {file.isThere === null && <Chip tone="warn">{filesLabels.screen.diskNotResponding}</Chip>}
        {file.isThere === true && file.verdict !== 'complete' && <Chip tone="warn">{verdictWords[file.verdict]}</Chip>}
        <span className={styles.time}>{formatDateTime(file.createdMs, display)}</span>
        <span className={styles.size}>{quantityText(formatBytes(file.sizeBytes))}</span>
        {file.kind === 'trace' && (
          <Button size="small" disabled={file.isThere === false} onClick={() => openRecording(file.path)}>
            {filesLabels.screen.open}
          </Button>
        )}
        {file.kind === 'case' && (
          <Button size="small" disabled={file.isThere === false} onClick={() => openRecording(file.path)}>
            {filesLabels.screen.open}
          </Button>
        )}
        {file.kind === 'heap-graph' && (
          <Button size="small" disabled={file.isThere === false} onClick={() => openHeapGraph(file.path)}>
            {filesLabels.screen.open}
          </Button>
        )}
        {file.kind === 'dump' && (
          <Button size="small" disabled={file.isThere === false} onClick={() => openRecording(file.path)}>
            {filesLabels.screen.lookInside}
          </Button>
        )}
        <IconButton
          icon={FolderOpen}
          size="small"
          label={filesLabels.screen.showInFolder(name)}
          onClick={() => revealFile(file.path)}
        />
        <IconButton icon={Trash2} size="small" label={filesLabels.screen.remove(name)} onClick={() => remove([file])} />
      </div>
      {isOpen && <FileDetails key={file.id} file={file} />}
    </li>
  )
}

function FileDetails({ file }: { readonly file: SavedFileEntry }) {
  const [tags, setTags] = useState(file.tags.join(', '))
  const [notes, setNotes] = useState(file.notes)
  return (
    <div className={styles.details}>
      <div className={styles.path}>
        <MiddleEllipsis text={file.path} />
        <IconButton
          icon={Copy}
          size="small"
          label={filesLabels.screen.copyPath}
          onClick={() => copyText(file.path, filesLabels.screen.pathCopied)}
        />
      </div>
      <div className={styles.field}>
        <span>{filesLabels.screen.tags}</span>
        <Input
          label={filesLabels.screen.tags}
          placeholder={filesLabels.screen.tagsPlaceholder}
          value={tags}
          onChange={setTags}
          onBlur={() => describe(file.id, { tags })}
        />
      </div>
      <div className={styles.field}>
        <span>{filesLabels.screen.notes}</span>
        <textarea
          aria-label={filesLabels.screen.notes}
          className={styles.notes}
          rows={3}
          value={notes}
          onChange={(event) => setNotes(event.currentTarget.value)}
          onBlur={() => describe(file.id, { notes })}
        />
      </div>
      <div className={styles.checksum}>
        {file.sha256 === null ? (
          <Button size="small" icon={Hash} disabled={file.isThere === false} onClick={() => checksum(file.id)}>
            {filesLabels.screen.computeSha256}
          </Button>
        ) : (
          <>
            <span className="mono selectable">{file.sha256}</span>
            <IconButton
              icon={Copy}
              size="small"
              label={filesLabels.screen.copyChecksum}
              onClick={() => copyText(file.sha256 ?? '', filesLabels.screen.checksumCopied)}
            />
          </>
        )}
      </div>
    </div>
  )
}

const cleanUps: readonly (readonly [CleanUp, string])[] = [
  ['gone', filesLabels.screen.missingFiles],
  ['partial', filesLabels.screen.partialFiles],
  ['older-week', filesLabels.screen.olderThanAWeek],
  ['older-month', filesLabels.screen.olderThanAMonth],
]

/** What carries a tag or a note is left alone. */
function CleanUpMenu({ files, nowMs }: { readonly files: readonly SavedFileEntry[]; readonly nowMs: number }) {
  const entries = cleanUps.flatMap(([what, label]) => {
    const found = cleanUp(files, what, nowMs)
    const text = filesLabels.screen.cleanUpEntry(label, String(found.length), quantityText(formatBytes(sizeOf(found))))
    return found.length === 0 ? [] : [{ kind: 'item' as const, label: text, run: () => remove(found) }]
  })
  if (entries.length === 0) return null
  return <Menu trigger={<Button>{filesLabels.screen.cleanUp}</Button>} entries={entries} />
}

function Storage({ list }: { readonly list: SavedFileList | null }) {
  if (list === null) return <span className={styles.storage} />
  const size = quantityText(formatBytes(list.totalBytes))
  const free = list.freeBytes === null ? null : quantityText(formatBytes(list.freeBytes))
  const share = list.diskBytes === null || list.diskBytes === 0 ? null : list.totalBytes / list.diskBytes
  const used = list.diskBytes === null || list.freeBytes === null ? null : 1 - list.freeBytes / list.diskBytes
  return (
    <span className={styles.storage}>
      {share !== null && used !== null && (
        <span
          role="meter"
          aria-label={filesLabels.screen.diskUsage}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(used * 100)}
          className={styles.meter}
        >
          <span className={styles.used} style={{ width: `${String(used * 100)}%` }} />
          <span className={styles.ours} style={{ width: `${String(Math.max(share * 100, 1))}%` }} />
        </span>
      )}
      {free === null
        ? filesLabels.screen.stored(size, list.files.length)
        : filesLabels.screen.storedAndFree(size, list.files.length, free)}
    </span>
  )
}

function useSavedFiles(): {
  readonly list: SavedFileList | null
  readonly error: AppError | null
  readonly nowMs: number
} {
  const [list, setList] = useState<SavedFileList | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [nowMs, setNowMs] = useState(0)
  useEffect(() => {
    const take = (next: SavedFileList) => {
      setList(next)
      setNowMs(Date.now())
    }
    const savedFiles = watchSavedFiles(take, setError)
    return () => savedFiles.dispose()
  }, [])
  return { list, error, nowMs }
}
