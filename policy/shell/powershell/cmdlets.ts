/** Cmdlets: what they are called for short, their parameters, and the plain program that does the same. */

/** Short names. A name that is also a program of Unix may be either: there is no such alias outside Windows. */
const ALIASES = `Remove-Item:rm,del,erase,rd,rmdir,ri Get-Content:cat,gc,type Copy-Item:cp,copy,cpi Move-Item:mv,move,mi Rename-Item:ren,rni
Invoke-WebRequest:curl,wget,iwr Invoke-RestMethod:irm Invoke-Expression:iex Set-Content:sc Add-Content:ac Clear-Content:clc Clear-Item:cli
New-Item:ni Set-Location:cd,chdir,sl Push-Location:pushd Pop-Location:popd Get-ChildItem:ls,dir,gci Write-Output:echo,write
Start-Process:saps,start Stop-Process:kill,spps Get-Process:ps,gps Select-String:sls ForEach-Object:foreach,% Where-Object:where,?
Invoke-Command:icm Start-Job:sajb Set-Alias:sal New-Alias:nal Tee-Object:tee Import-Module:ipmo Get-Item:gi Set-Item:si Invoke-Item:ii
Get-ItemProperty:gp Set-ItemProperty:sp Remove-ItemProperty:rp Sort-Object:sort Select-Object:select Format-Table:ft Format-List:fl
Import-Csv:ipcsv Export-Csv:epcsv Measure-Object:measure Get-Command:gcm Get-Help:help,man Get-Variable:gv Set-Variable:sv,set
Stop-Service:spsv Start-Service:sasv Get-Service:gsv Start-Sleep:sleep Clear-Host:clear,cls Compare-Object:compare,diff Get-Location:pwd,gl
Invoke-CimMethod:icim Invoke-WmiMethod:iwmi Remove-PSSession:rsn Enter-PSSession:etsn Add-Type: Write-Host: Out-File: Out-Null: Out-String:`

const FULL_NAMES: ReadonlyMap<string, string> = new Map(
  ALIASES.split(/\s+/).flatMap(entry => {
    const [name = '', aliases = ''] = entry.split(':')
    return [
      [name.toLowerCase(), name] as const,
      ...aliases
        .split(',')
        .filter(alias => alias !== '')
        .map(alias => [alias, name] as const),
    ]
  }),
)

/** Aliases that are programs of their own outside Windows. */
export const ALSO_PROGRAMS = new Set(
  'rm rmdir cat cp mv curl wget ls kill ps sort tee diff sleep echo pwd man compare start write set type clear'.split(' '),
)

/** The full name of a cmdlet, spelled as PowerShell does; undefined: neither an alias that is known here nor of a cmdlet's form. */
export function cmdletOf(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/^.*\\(?=[a-z]+-)/, '')
  const known = FULL_NAMES.get(plain) ?? (plain in PARAMETERS_BY_NAME ? PARAMETERS_BY_NAME[plain] : undefined)
  if (known !== undefined) return known
  // A word before the dash that PowerShell has for a verb.
  const isForm =
    /^(add|clear|close|compare|convert|convertfrom|convertto|copy|disable|enable|enter|exit|expand|export|find|format|get|import|initialize|install|invoke|join|limit|measure|mount|dismount|move|new|out|pop|protect|publish|push|read|receive|register|remove|rename|reset|resize|resolve|restart|restore|resume|save|select|send|set|show|split|start|stop|suspend|test|uninstall|unlock|unregister|update|use|wait|write)-[a-z]+$/.test(
      plain,
    )
  return isForm ? plain.replace(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase()) : undefined
}

/** Every cmdlet has these. `*`: with a value. */
const COMMON =
  'Verbose Debug WhatIf Confirm ErrorAction* ErrorVariable* WarningAction* WarningVariable* InformationAction* OutVariable* OutBuffer* PipelineVariable* ProgressAction*'
const COMMON_ALIASES: Readonly<Record<string, string>> = {
  ea: 'ErrorAction',
  wi: 'WhatIf',
  vb: 'Verbose',
  db: 'Debug',
  cf: 'Confirm',
  ev: 'ErrorVariable',
  ov: 'OutVariable',
  wa: 'WarningAction',
  infa: 'InformationAction',
  lp: 'LiteralPath',
  pspath: 'LiteralPath',
}
const ITEM = 'Path* LiteralPath* Filter* Include* Exclude* Credential* Stream* Force'
const CONTENT = `${ITEM} Value* PassThru NoNewline Encoding* AsByteStream`
const WEB =
  'Uri* Method* CustomMethod* Body* Headers* OutFile* InFile* ContentType* UseBasicParsing UserAgent* WebSession* SessionVariable* TimeoutSec* MaximumRedirection* Proxy* Credential* Form* Token* Authentication* SkipCertificateCheck PassThru Resume'

/** A parameter list by cmdlet. A cmdlet without one: what stands behind a dash takes the next word, unless that begins with a dash too. */
const PARAMETERS: Readonly<Record<string, string>> = {
  'Remove-Item': `${ITEM} Recurse`,
  'Get-Content': `${ITEM} ReadCount* TotalCount* Head* First* Tail* Last* Raw Wait Delimiter* Encoding* AsByteStream`,
  'Set-Content': CONTENT,
  'Add-Content': CONTENT,
  'Clear-Content': ITEM,
  'Copy-Item': `${ITEM} Destination* Recurse Container PassThru FromSession* ToSession*`,
  'Move-Item': `${ITEM} Destination* PassThru`,
  'Rename-Item': `${ITEM} NewName* PassThru`,
  'New-Item': 'Path* Name* ItemType* Type* Value* Target* Force Credential*',
  'Out-File': 'FilePath* LiteralPath* Encoding* Append Force NoClobber Width* NoNewline InputObject*',
  'Tee-Object': 'FilePath* LiteralPath* Append Variable* InputObject* Encoding*',
  'Export-Csv': 'Path* LiteralPath* NoTypeInformation Delimiter* Append Force NoClobber Encoding* InputObject*',
  'Export-Clixml': 'Path* LiteralPath* Depth* Force NoClobber Encoding* InputObject*',
  'Import-Csv': 'Path* LiteralPath* Delimiter* Header* Encoding*',
  'Import-Clixml': 'Path* LiteralPath* First* Skip*',
  'Select-String':
    'Pattern* Path* LiteralPath* InputObject* SimpleMatch CaseSensitive Quiet List Include* Exclude* NotMatch AllMatches Encoding* Context* Raw NoEmphasis',
  'Get-FileHash': 'Path* LiteralPath* Algorithm* InputStream*',
  'Format-Hex': 'Path* LiteralPath* Encoding* Count* Offset*',
  'Get-ChildItem': `${ITEM} Recurse Depth* Name Attributes* Directory File Hidden ReadOnly System`,
  'Invoke-WebRequest': WEB,
  'Invoke-RestMethod': WEB,
  'Start-BitsTransfer': 'Source* Destination* Asynchronous Credential* Description* DisplayName* Priority* TransferType*',
  'Invoke-Expression': 'Command*',
  'Start-Process':
    'FilePath* ArgumentList* Args* WorkingDirectory* Verb* WindowStyle* NoNewWindow PassThru Wait Credential* RedirectStandardOutput* RedirectStandardError* RedirectStandardInput* LoadUserProfile UseNewEnvironment Environment*',
  'Invoke-Command':
    'ScriptBlock* Command* ComputerName* Cn* Session* FilePath* ArgumentList* Credential* HostName* UserName* SSHConnection* ConnectionUri* VMName* ContainerId* InputObject* AsJob NoNewScope',
  'Start-Job': 'ScriptBlock* Command* FilePath* Name* ArgumentList* InitializationScript* WorkingDirectory* InputObject*',
  'ForEach-Object': 'Process* Begin* End* RemainingScripts* MemberName* ArgumentList* Parallel* ThrottleLimit* AsJob InputObject*',
  'Where-Object': 'FilterScript* Property* Value* Match* Eq* Ne* Like* InputObject*',
  'Set-Location': 'Path* LiteralPath* StackName* PassThru',
  'Push-Location': 'Path* LiteralPath* StackName* PassThru',
  'Set-Alias': 'Name* Value* Scope* Option* Description* Force PassThru',
  'New-Alias': 'Name* Value* Scope* Option* Description* Force PassThru',
  'Add-Type':
    'TypeDefinition* MemberDefinition* Namespace* Name* Path* LiteralPath* AssemblyName* Language* PassThru ReferencedAssemblies* OutputAssembly* OutputType* IgnoreWarnings',
  'Write-Output': 'InputObject* NoEnumerate',
  'Write-Host': 'Object* NoNewline Separator* ForegroundColor* BackgroundColor*',
  'New-Object': 'TypeName* ArgumentList* Property* ComObject* Strict',
  'Stop-Computer': 'ComputerName* Force Credential*',
  'Restart-Computer': 'ComputerName* Force Wait Credential* Delay* For* Timeout* Protocol*',
  'Stop-Process': 'Id* Name* InputObject* Force PassThru',
}

const PARAMETERS_BY_NAME: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(PARAMETERS).map(name => [name.toLowerCase(), name]),
)

export type Parameter = { readonly name: string; readonly takesValue: boolean | undefined }

const LISTS = new Map<string, readonly (readonly [lower: string, name: string, takesValue: boolean])[]>()

function listOf(cmdlet: string) {
  const known = LISTS.get(cmdlet)
  if (known !== undefined) return known
  const list = `${PARAMETERS[cmdlet] ?? ''} ${COMMON}`
    .split(' ')
    .filter(one => one !== '')
    .map(one => [one.replace('*', '').toLowerCase(), one.replace('*', ''), one.endsWith('*')] as const)
  LISTS.set(cmdlet, list)
  return list
}

/** The parameter that `-given` means, cut short as it may be; a value is taken or not, or nobody knows. */
export function parameterOf(cmdlet: string, given: string): Parameter {
  const plain = given.toLowerCase()
  const list = listOf(cmdlet in PARAMETERS ? cmdlet : '')
  const alias = COMMON_ALIASES[plain]?.toLowerCase() ?? plain
  const found = list.find(([lower]) => lower === alias) ?? list.find(([lower]) => lower.startsWith(plain))
  if (found === undefined) return { name: given, takesValue: cmdlet in PARAMETERS ? false : undefined }
  return { name: found[1], takesValue: found[2] }
}
