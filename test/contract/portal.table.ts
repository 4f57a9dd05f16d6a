import { ASSET } from './asset.table.ts'

/** The fields of the connections of these names, and of their edges. */
export const lists = (fields: string, names: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.split(' ').flatMap((name) => [
      [`${name}Connection`, fields],
      [`${name}ConnectionEdge`, 'cursor node'],
    ]),
  )

/** The fields of the portal, which are outside portfolios: they show who may read one, and who did. */
export const PORTAL = {
  ...lists(
    'edges nodes pageInfo totalCount',
    'ApiKeyGrants AuditEvents FirmApiKeys PersonAccountLinks PersonAccountMails QueryConnectedApps QueryFirms QueryRequestLog SignInEvents WebhookEndpointAttempts',
  ),
  ...lists(
    'edges nodes pageInfo',
    'PartnerGrantConsents PartnerGrantReads QueryAssetGrants QueryFirmClients',
  ),
  AccountLock: 'id kind until',
  AccountMail: 'createdAt id kind sentAt state',
  AddressedLink:
    'answer answeredAt createdAt expiresAt firmId firmName id keyId keyName linkId reference state',
  AccessToken: 'createdAt expiresAt id name reference revokedAt scopes',
  ApiKey:
    'allowedIps auditEvents clientCount createdAt createdBy createsLinks environment errorGroups expiresAt firm grants id lastUsedAt name requestsPerMinute returnUrls revokedAt scopes secrets state tier trustedDocumentsOnly usage webhookEndpoints',
  AssetChoice: 'category id registryId title',
  AssetPreview: Object.values(ASSET).join(' '),
  AuditChange: 'added after before id member removed',
  AuditEvent: 'action actor at changes id personName requestId subject',
  AskedAccess: 'expiresAt id key purpose reference scopes singleUse',
  AuditListValue: 'label value',
  AuditValue: 'count text values',
  BusiestMinute: 'at id key requests',
  CategoryChoice: 'assetCount category id',
  CollectionChoice: 'assetCount collectionId id name',
  ConnectionLink:
    'answeredCount createdAt createdBy email expiresAt id path purpose reference returnUrl revokedAt scopes singleUse state visits',
  ConnectionRequest:
    'activeGrant answer answeredAt asked firmName grantCount grants id problem readCount returnAddress',
  Consent: 'at id language linkId purpose sentence version',
  ConsentTerms: 'digest firmIdentity id language sentence',
  DeletionRequest: 'answer answeredAt id note requestedAt',
  FilterValue: 'id label value',
  ErrorGroup: 'code daily endpoint id lastAt lastRequestId status',
  Firm: 'apiKeys auditEvents busiestMinute clientCount id identity keyManagement name plan planState requestsPerMinute tier usage',
  FirmClient: 'grant id key link',
  FirmIdentity: 'contact id registration verifiedOn website',
  FirmMember: 'canSignIn email id isProved joinedAt name role userId',
  FirmMembers: 'id invitations members',
  FoundClient: 'clientId environment id name sandboxFirmName',
  FoundPerson: 'email id isStaff name userId',
  GrantChoices: 'assets assetsExcept categories collections id',
  GrantClient: 'clientId id isSandboxClient name',
  GrantFilter: 'count id type values',
  GrantKey:
    'environment firmId firmIdentity firmName hasEnterprisePlan id keyId name reference scopes state',
  GrantPreview: 'assetCount example id scopes totalCount',
  KeySecret: 'createdAt expiresAt id reference',
  LinkList: 'created open problems',
  LinkListProblem: 'index message',
  LinkVisit: 'answer answeredAt clientName connectionId id',
  LoggedRequest:
    'address at bytes clientId clientName code cost endpoint id key message method milliseconds parameters path requestId status version',
  MemberInvitation: 'createdAt email expiresAt id invitedBy name role',
  MailChoice: 'id isWanted topic',
  MailSettings: 'choices id isSent language',
  Membership: 'firm id role',
  Mutation:
    'answerDeletion chooseMail chooseMailLanguage confirmGrant createAccessToken createApiKey createConnectionLink createConnectionLinks createGrant createWebhookEndpoint declineConnection deleteWebhookEndpoint inviteMember lockPerson narrowGrant pauseWebhookEndpoint remindOfConnectionLinks removeMember resetFactors resumeWebhookEndpoint returnGrant revokeAccessToken revokeApiKey revokeConnectionLink revokeGrant rollApiKey rollWebhookSecret sandboxScenario sendInvitation sendWebhookAgain sendWebhookTest setFirmIdentity setMemberRole unlockPerson updateApiKey updateGrant withdrawMemberInvitation',
  NewSecret: 'key keyId secret',
  NewToken: 'secret token tokenId',
  NewWebhookSecret: 'endpoint endpointId secret',
  PartnerGrant:
    'auditEvents client consents createdAt deletionRequest effectiveScopes endCause endedAt expiresAt filter id key lastReadAt linkId readCount reads receipt reference replacedBy reviewDueAt revokedAt revokedBy scopes state updatedAt usage version',
  Person: 'email environment hasPortfolio id isStaff memberships name userId',
  PersonAccount:
    'auditEvents createdAt email environment erasedAt hasPassword hasSecondFactor id invitedUntil isLockedOut isProved isStaff lastSignInAt links locks mails memberships name passkeyCount sessionCount signInEvents userId',
  Query:
    'accessTokens apiKey apiKeys assetGrants auditEvents client connectedApps connectionRequest consentTerms firm firmClients firmMembers firms grant grantChoices grantPreview loggedRequests mailSettings personAccount requestLog signInEvents staffSearch usage',
  ReadLogEntry: 'assets endpoint hour id requests scopes',
  Receipt:
    'at clientName consentId digest endedBy event firmIdentity firmName id keyName language linkId namesRecorded purpose reference sentence terms version',
  ReceiptTerms: 'expiresAt filterType filterValues id scopes',
  RemovedMember: 'id keys name',
  SandboxRun: 'at changed clientId secret',
  ScopePreview: 'count id scope',
  SentInvitation: 'invitation path',
  SignInEvent: 'action at id ipAddress outcome times userAgent',
  StaffSearch: 'clients firms grants keys people requests',
  Usage: 'days id total',
  UsageDay: 'date failed id limited ok refused',
  WebhookAttempt: 'at eventId id milliseconds result status type',
  WebhookEndpoint:
    'attempts auditEvents behindSince createdAt createdBy failingSince id nextTryAt pausedAt pausedBy previousSecretUntil state url',
} as const satisfies Readonly<Record<string, string>>
