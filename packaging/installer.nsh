; Beside what electron-builder writes for Windows: a file name stands behind -- and the program in quotes, as on Linux, and the keys of the
; endings go with the program. One line for each ending in scripts/dist/file-types.mjs.

!macro pipescopeForEachEnding DO
  !insertmacro ${DO} nettrace
  !insertmacro ${DO} netperf
  !insertmacro ${DO} gcdump
  !insertmacro ${DO} cpuprofile
  !insertmacro ${DO} folded
  !insertmacro ${DO} pprof
!macroend

!macro pipescopeOpens ENDING
  WriteRegStr SHELL_CONTEXT "Software\Classes\Pipescope.${ENDING}\shell\open\command" "" `"$appExe" -- "%1"`
!macroend

; An ending that another program has taken over since is that program's.
!macro pipescopeForgets ENDING
  ReadRegStr $0 SHELL_CONTEXT "Software\Classes\.${ENDING}" ""
  ${If} $0 == "Pipescope.${ENDING}"
    DeleteRegValue SHELL_CONTEXT "Software\Classes\.${ENDING}" ""
  ${EndIf}
  DeleteRegValue SHELL_CONTEXT "Software\Classes\.${ENDING}\OpenWithProgids" "Pipescope.${ENDING}"
  DeleteRegKey /ifempty SHELL_CONTEXT "Software\Classes\.${ENDING}\OpenWithProgids"
  DeleteRegKey /ifempty SHELL_CONTEXT "Software\Classes\.${ENDING}"
!macroend

!macro customInstall
  !insertmacro pipescopeForEachEnding pipescopeOpens
  !insertmacro UPDATEFILEASSOC
!macroend

!macro customUnInstall
  Push $0
  !insertmacro pipescopeForEachEnding pipescopeForgets
  Pop $0
  !insertmacro UPDATEFILEASSOC
!macroend
