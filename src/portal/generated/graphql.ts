/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** An action of staff on the account of a person, and its reason. */
export type AccountHelp = {
  /** One line of 1 to 280 characters, for the audit history. Firms and the person do not see it. */
  reason: string;
  /** The id of the user. */
  userId: string | number;
};

/** What keeps a person from signing in. */
export type AccountLockKind =
  /** Too many wrong codes in browsers that the account was not used in. resetFactors lifts it: no code is then asked for. */
  | 'codes'
  /** Staff or an operator locked the person out. unlockPerson lifts it. */
  | 'locked_out'
  /** Too many wrong passwords in browsers that the account was not used in. A new password by the link of sendInvitation lifts it. */
  | 'passwords';

/** Omitted members stay unchanged. */
export type ApiKeyChange = {
  /** Replaces the whole list. */
  allowedIps?: Array<string> | null | undefined;
  /** Whether it creates its own links; an admin decides. Taking the right revokes the open links that it created. */
  createsLinks?: boolean | null | undefined;
  /** The key to change. */
  keyId: string | number;
  /** 1 to 200 characters. */
  name?: string | null | undefined;
  /** Replaces the whole list: at most 10 https addresses, without credentials and without a fragment. Connection links that name another address have no return address from then on. */
  returnUrls?: Array<string> | null | undefined;
};

/** A rotation of the secret of a key. */
export type ApiKeyRoll = {
  /** Chosen by the client: 8 to 64 of [A-Za-z0-9_-]. A repeated request with the same key has no second effect: it returns the result of the first one, without its secret. A request with the same key and other members, or for another field or record, is state_conflict. */
  idempotencyKey: string | number;
  /** The key that gets a new secret. */
  keyId: string | number;
  /** How long the old secret stays valid. */
  overlap: Overlap;
};

/** The kind of the values of a filter. */
export type AssetFilterType =
  /** No values: the grant shows all assets. */
  | 'all'
  /** Slugs of categories. */
  | 'category'
  /** The id of one collection. */
  | 'collection'
  /** Registry ids of single assets, at most 1,000. */
  | 'items';

/** Filters a listing, within what is granted. */
export type AssetListing = {
  /** Only assets of this category. */
  category?: Category | null | undefined;
  /** At most this market value. Needs the valuation scope. */
  maxValue?: string | null | undefined;
  /** At least this market value. Needs the valuation scope. */
  minValue?: string | null | undefined;
  /** Only assets with this text in the title or the registry id, in any case: up to 200 characters. Not with updatedSince. 120 searches a minute. */
  search?: string | null | undefined;
  /** If true, only assets whose insurance value is below their market value. Not with updatedSince. Needs the valuation scope. 120 requests a minute. */
  underinsured?: boolean | null | undefined;
  /** Only what changed strictly after this, oldest change first. */
  updatedSince?: string | null | undefined;
};

/** An order of a listing. Assets with equal values are in order of registry id, in the same direction. */
export type AssetOrder = {
  /** The lowest first, by default. */
  direction?: Direction;
  /** The field to order by. */
  field: AssetOrderField;
};

/** The order of a listing. */
export type AssetOrderField =
  /** The category, in this order: precious_metals, watches, jewelry, gemstones, art, antiques, coins, wine, vehicles, books, musical_instruments, fashion, collectibles, real_estate, other. */
  | 'category'
  /** The market value. An asset without one is below all others. Needs the valuation scope. */
  | 'market_value'
  /** The title, as in a dictionary: Ärzte comes before Zebra. */
  | 'title'
  /** The instant of the newest visible change. 120 requests a minute. */
  | 'updated_at';

/** A kind of recorded actions. */
export type AuditKind =
  /** A firm was created, or its name, plan, tier or identity changed. */
  | 'firm'
  /** Grants. */
  | 'grant'
  /** API keys and their secrets. */
  | 'key'
  /** Connection links. */
  | 'link'
  /** Members of a firm, their roles and invitations. */
  | 'member'
  /** Users, their passwords and second factors. */
  | 'person'
  /** Reads by staff. */
  | 'read'
  /** Service accounts. */
  | 'service'
  /** Access tokens. */
  | 'token'
  /** Webhook endpoints and their secrets. */
  | 'webhook';

/** A kind of asset. The code is the second part of a registry id. */
export type Category =
  /** Antiques. Code AN. */
  | 'antiques'
  /** Works of art. Code AR. */
  | 'art'
  /** Books and manuscripts. Code BK. */
  | 'books'
  /** Collected coins. Code CN. */
  | 'coins'
  /** Collectibles. Code CL. */
  | 'collectibles'
  /** Clothes, bags and shoes. Code FS. */
  | 'fashion'
  /** Loose stones. Code GM. */
  | 'gemstones'
  /** Jewelry. Code JW. */
  | 'jewelry'
  /** Musical instruments. Code MI. */
  | 'musical_instruments'
  /** Assets of no other category. Code OT. */
  | 'other'
  /** Bars and coins held for their metal. Code PM. */
  | 'precious_metals'
  /** Land and buildings. Code RE. */
  | 'real_estate'
  /** Vehicles. Code VH. */
  | 'vehicles'
  /** Wrist and pocket watches. Code WT. */
  | 'watches'
  /** Wine and spirits. Code WN. */
  | 'wine';

/** The state of a connection link. */
export type ConnectionLinkState =
  /** Clients can approve it. */
  | 'active'
  /** Its key has ended, or the user who created it can no longer ask for access. */
  | 'ended'
  /** It is older than 30 days. */
  | 'expired'
  /** The firm has revoked it. */
  | 'revoked'
  /** It was for single use, and a client has approved it. */
  | 'used';

/** Why the client who opened a connection link cannot approve it. */
export type ConnectionProblem =
  /** The key has expired or was revoked. */
  | 'key_ended'
  /** The user who created the link no longer manages its key, or was locked out. */
  | 'link_ended'
  /** The link is older than 30 days. */
  | 'link_expired'
  /** The firm has revoked the link. */
  | 'link_revoked'
  /** The link was for single use, and a client has approved it. */
  | 'link_used'
  /** The user who opened it has no portfolio. */
  | 'no_portfolio'
  /** The account is not proved: no link that was mailed to its address has been used. */
  | 'not_proved'
  /** The key reads portfolios of the other environment. */
  | 'other_environment'
  /** The firm has no active Enterprise plan. */
  | 'plan_lapsed';

/** Terms that a client would agree to. */
export type ConsentTermsInput = {
  /** Its end. Absent: none. */
  expiresAt?: string | null | undefined;
  /** The assets shown. */
  filter: GrantFilterInput;
  /** The grant to change; with a link, as that asks for. */
  grantId?: string | number | null | undefined;
  /** The connection link. */
  link?: string | null | undefined;
  /** The scopes that the grant would have; registry is added. */
  scopes: Array<Scope>;
  /** The time zone of the end in the sentence, such as Europe/Lisbon. UTC by default. */
  timeZone?: string | null | undefined;
};

/** The answer of a firm to a request to delete what it has read. */
export type DeletionAnswer =
  /** It has deleted what it had read. */
  | 'deleted'
  /** It had stored nothing. */
  | 'nothing_stored'
  /** A law requires it to keep some or all of it. */
  | 'retained_by_law';

/** The direction of an order. */
export type Direction =
  /** The lowest first. */
  | 'asc'
  /** The highest first. */
  | 'desc';

/** A key reads portfolios of its own environment only. */
export type Environment =
  /** Portfolios of clients. */
  | 'production'
  /** Portfolios for tests. */
  | 'sandbox';

/** A part of the clients of a firm. */
export type FirmClientFilter =
  /** Grants under which the key can read now. */
  | 'active'
  /** Connection links for one client who has declined, or keeps their grant as it is. */
  | 'declined'
  /** Ended grants whose client asks the firm to delete what it has read, without an answer yet. */
  | 'deletion_requested'
  /** Grants that have ended, and no newer grant of the client to the key has followed. */
  | 'ended'
  /** Active grants in the second half of their term that end within 30 days, the earliest end first. */
  | 'ends_soon'
  /** Connection links that can be answered now. */
  | 'link_open'
  /** Active grants under which nothing was read, as far as reads are stored. A page can be short, or empty, while hasNextPage is true. */
  | 'never_read'
  /** Connection links for one client that nobody has answered, also when they have expired. */
  | 'not_answered';

/** The cause that ended the access under a grant. */
export type GrantEndCause =
  /** The client revoked it. */
  | 'client'
  /** Its expiry was reached. */
  | 'expiry'
  /** The firm gave it back. */
  | 'firm'
  /** The expiry of its key was reached. */
  | 'key_expired'
  /** Its key was revoked. */
  | 'key_revoked'
  /** An operator of this gateway revoked it, or an early release did not record who did. */
  | 'operator';

/** Which assets a grant shows. */
export type GrantFilterInput = {
  /** The kind of values. */
  type: AssetFilterType;
  /** The description of each type says what it takes. */
  values?: Array<string> | null | undefined;
};

/** The part of a grant that a firm gives up. One of withoutScopes and expiresAt is required. */
export type GrantNarrowing = {
  /** The new end: in the future, and not after the present end. */
  expiresAt?: string | null | undefined;
  /** The grant to narrow. */
  grantId: string | number;
  /** The version that was read; state_conflict if the grant has changed since. */
  version: number;
  /** The scopes that the grant loses: any but registry, which is part of each grant. */
  withoutScopes?: Array<Scope> | null | undefined;
};

/** An order of grants. */
export type GrantOrder =
  /** The active ones first, each part with the newest first. */
  | 'active_first'
  /** By the instant of the end, the earliest first; those without one at the end. */
  | 'end'
  /** By the name of the firm. */
  | 'name'
  /** The newest first. */
  | 'newest';

/** The one who ended a grant. */
export type GrantRevoker =
  /** The client revoked it. */
  | 'client'
  /** The firm gave it back. */
  | 'firm'
  /** It ended when its key was revoked. */
  | 'key'
  /** An operator of this gateway revoked it, or an early release did not record who did. */
  | 'operator';

/** The state of a grant. */
export type GrantState =
  /** It shows assets to the key. */
  | 'active'
  /** Its expiry has passed. */
  | 'expired'
  /** It ended permanently. */
  | 'revoked';

/** An interval of the calendar, in UTC. */
export type Interval =
  /** A month. */
  | 'month'
  /** Three months, from January, April, July or October. */
  | 'quarter'
  /** A year. */
  | 'year';

/** Whether the caller can create, rotate and change keys of the firm, or why not. */
export type KeyManagement =
  /** The caller can. */
  | 'allowed'
  /** The caller is not an admin of the firm. For sandbox keys: and is not a developer of it either. */
  | 'not_admin'
  /** The Enterprise plan of the firm is not active. */
  | 'plan_lapsed'
  /** The firm has no Enterprise plan. */
  | 'plan_missing';

/** An order of the keys of a firm. */
export type KeyOrder =
  /** The one used last first; those never used at the end. */
  | 'last_used'
  /** By name. */
  | 'name'
  /** The newest first. */
  | 'newest';

/** The state of an API key. */
export type KeyState =
  /** It is accepted. */
  | 'active'
  /** Its expiry has passed. */
  | 'expired'
  /** It was revoked, permanently. */
  | 'revoked';

/** A language of the portal and of mails, by its ISO 639 code. */
export type Language =
  /** Arabic. */
  | 'ar'
  /** German. */
  | 'de'
  /** English. */
  | 'en';

/** How a client answered a connection link. */
export type LinkAnswer =
  /** The client has given a grant, or changed theirs. */
  | 'approved'
  /** The client has declined, or keeps their grant as it is. */
  | 'declined';

/** What a mail is about. */
export type MailKind =
  /** A change of the account, or a sign-in in a new browser. */
  | 'account_news'
  /** A request to a firm to delete what it has read. */
  | 'deletion'
  /** A link to set a password. */
  | 'invitation'
  /** An API key that ends soon, or is not used. */
  | 'key_notice'
  /** A connection link that waits for an answer. */
  | 'link_reminder'
  /** An invitation to join a firm. */
  | 'member_invitation'
  /** A grant: a receipt, a reminder, or the yearly question. */
  | 'notice'
  /** A link for a new password, which the person asked for. */
  | 'password_reset'
  /** A webhook endpoint of a firm that was paused. */
  | 'webhook_paused';

/** The state of a mail. */
export type MailState =
  /** It was no longer of use, and was not sent. */
  | 'dropped'
  /** It was given up after several tries. */
  | 'failed'
  /** The mail command took it. */
  | 'sent'
  /** It waits for its next try. */
  | 'waiting';

/** The topics that a person can choose to get mails about. */
export type MailTopic =
  /** A firm read the portfolio for the first time under a grant. */
  | 'first_read'
  /** A key of the firm ends in 14 days, or has not been used for 90 days: to its admins. */
  | 'keys'
  /** A sign-in in a browser that has not been used for the account before. */
  | 'new_browser'
  /** A grant ends in 30 or 7 days: to the client, and to the admins of the firm. Or a firm waits for an answer to a connection link: to the client. */
  | 'reminders';

/** The role of a member of a firm. Each role also has the rights of those after it. */
export type MemberRole =
  /** Manages the keys, the grants and the members of the firm. */
  | 'admin'
  /** Manages the sandbox keys of the firm, with their webhooks and connection links, and runs scenarios. */
  | 'developer'
  /** Sees the keys of the firm, the requests in their logs, and its members. */
  | 'member';

/** A new role of a member. */
export type MemberRoleChange = {
  /** The firm. */
  firmId: string | number;
  /** The new role. */
  role: MemberRole;
  /** The member. */
  userId: string | number;
};

/** An access token to create. */
export type NewAccessToken = {
  /** In the future. Absent: no expiry. */
  expiresAt?: string | null | undefined;
  /** Chosen by the client: 8 to 64 of [A-Za-z0-9_-]. A repeated request with the same key has no second effect: it returns the result of the first one, without its secret. A request with the same key and other members, or for another field or record, is state_conflict. */
  idempotencyKey: string | number;
  /** 1 to 200 characters. */
  name: string;
  /** plants by default. */
  scopes?: Array<TokenScope> | null | undefined;
};

/** An API key to create. */
export type NewApiKey = {
  /** Addresses and CIDR ranges; an empty list allows any address. */
  allowedIps?: Array<string> | null | undefined;
  /** Whether it creates its own links; an admin decides. */
  createsLinks?: boolean | null | undefined;
  /** The environment whose portfolios it will read. */
  environment: Environment;
  /** In the future. Absent: no expiry. */
  expiresAt?: string | null | undefined;
  /** The firm that the key will belong to. */
  firmId: string | number;
  /** Chosen by the client: 8 to 64 of [A-Za-z0-9_-]. A repeated request with the same key has no second effect: it returns the result of the first one, without its secret. A request with the same key and other members, or for another field or record, is state_conflict. */
  idempotencyKey: string | number;
  /** 1 to 200 characters. */
  name: string;
  /** registry is added. */
  scopes: Array<Scope>;
};

/** A connection link to create. */
export type NewConnectionLink = {
  /** The address of the account that alone can answer the link, in a link for single use. To every other account it is a link that is not stored. */
  email?: string | null | undefined;
  /** For an admin: the key that asks. A key asks for itself. */
  keyId?: string | number | null | undefined;
  /** Shown to the client: 1 to 280 characters. */
  purpose: string;
  /** The firm's own id of the person whom the link is for: 1 to 200 characters, in a link for single use. The client reads it before they decide, and the grant has it. It proves nobody: see email and state. If an open link of the key has it, that link is the result. If that link asks for something else, the new link takes its place if the key has created both, and the error is state_conflict otherwise. */
  reference?: string | null | undefined;
  /** Where the client goes back to after their answer: a return address of the key, exactly as the key lists it. */
  returnUrl?: string | null | undefined;
  /** At most those of the key; registry is added. */
  scopes: Array<Scope>;
  /** True: the first approval ends it. By default any number of clients can approve a link of an admin. A link that a key creates is always for single use. */
  singleUse?: boolean | null | undefined;
  /** Goes back with the client as the parameter state: 1 to 512 characters. It needs returnUrl. */
  state?: string | null | undefined;
};

/** The identity of a firm. */
export type NewFirmIdentity = {
  /** An email address or a phone number; 1 to 200 characters. */
  contact: string;
  /** The register and the number in it; 1 to 200 characters. */
  registration: string;
  /** The day on which all of it was verified. Not in the future. */
  verifiedOn: string;
  /** An https address of at most 200 characters, without credentials. */
  website: string;
};

/** Connection links to create, each for single use. */
export type NewLinkList = {
  /** 1 to 1,000 clients. */
  entries: Array<NewLinkListEntry>;
  /** The key that asks for access. */
  keyId: string | number;
  /** As in NewConnectionLink. */
  purpose: string;
  /** As in NewConnectionLink. */
  returnUrl?: string | null | undefined;
  /** As in NewConnectionLink. */
  scopes: Array<Scope>;
};

/** One client of a list. */
export type NewLinkListEntry = {
  /** As in NewConnectionLink. */
  email?: string | null | undefined;
  /** As in NewConnectionLink. Once in a list. */
  reference: string;
  /** As in NewConnectionLink. */
  state?: string | null | undefined;
};

/** A person to invite to a firm. */
export type NewMember = {
  /** The address of the person. */
  email: string;
  /** The firm. */
  firmId: string | number;
  /** 1 to 200 characters. */
  name: string;
  /** The role in the firm. */
  role: MemberRole;
};

/** A grant to give. */
export type NewPartnerGrant = {
  /** In the future. Absent: no expiry. */
  expiresAt?: string | null | undefined;
  /** The assets shown. */
  filter: GrantFilterInput;
  /** The last part of the path of the link. */
  link: string;
  /** At most those of the link; registry is added. */
  scopes: Array<Scope>;
  /** The digest of consentTerms for the resulting terms as a whole. The error is terms_changed if these are not the terms that were shown. */
  termsDigest: string;
  /** As in consentTerms. UTC by default. */
  timeZone?: string | null | undefined;
};

/** A plant to create. */
export type NewPlant = {
  /** Chosen by you. */
  id: string;
  /** 1 to 200 characters. */
  name: string;
  /** Up to 200 characters. */
  tag?: string | null | undefined;
};

/** A webhook endpoint to create. */
export type NewWebhookEndpoint = {
  /** Chosen by the client: 8 to 64 of [A-Za-z0-9_-]. A repeated request with the same key has no second effect: it returns the result of the first one, without its secret. A request with the same key and other members, or for another field or record, is state_conflict. */
  idempotencyKey: string | number;
  /** The key whose changes it gets. */
  keyId: string | number;
  /** An https address without user name, password and fragment, whose name leads to public addresses: port 443, or one above 1023. */
  url: string;
};

/** How long the old secret of a rotated key stays valid. */
export type Overlap =
  /** It ends at once. */
  | 'none'
  /** 24 hours. */
  | 'one_day'
  /** One hour. */
  | 'one_hour'
  /** Seven days. */
  | 'one_week';

/** Omitted members stay unchanged. */
export type PartnerGrantChange = {
  /** True: no expiry. */
  clearExpiry?: boolean | null | undefined;
  /** In the future. */
  expiresAt?: string | null | undefined;
  /** Which assets it shows from now on. */
  filter?: GrantFilterInput | null | undefined;
  /** The grant to change. */
  grantId: string | number;
  /** The connection link that the change answers: the last part of its path. The change is then its approval, and raises the version also with equal terms. */
  link?: string | null | undefined;
  /** At most those of the key; with a link, those of the grant and of the link. */
  scopes?: Array<Scope> | null | undefined;
  /** The digest of consentTerms for the resulting terms as a whole. The error is terms_changed if these are not the terms that were shown. */
  termsDigest: string;
  /** As in consentTerms. UTC by default. */
  timeZone?: string | null | undefined;
  /** The version that was read; state_conflict if the grant has changed since. */
  version: number;
};

/** The plan of a firm. */
export type Plan =
  /** Keys, connection links and grants. */
  | 'enterprise'
  /** No management of keys. */
  | 'standard';

/** The state of the plan of a firm. */
export type PlanState =
  /** Paid for. */
  | 'active'
  /** Ended. */
  | 'canceled'
  /** A payment is late. */
  | 'past_due';

/** The event that a receipt is for. */
export type ReceiptEvent =
  /** The client approved a connection link. */
  | 'approved'
  /** The client changed the terms. */
  | 'changed'
  /** The end of the terms was reached. */
  | 'expired'
  /** The grant was revoked or given back. */
  | 'revoked';

/** How a request ended. */
export type RequestOutcome =
  /** 5xx. */
  | 'failed'
  /** Over the rate limit: 429. */
  | 'limited'
  /** 2xx and 3xx. */
  | 'ok'
  /** 4xx except 429. */
  | 'refused';

/** A scenario for the sandbox client of a firm, or for the key. */
export type SandboxScenario =
  /** A new asset in the collection “In the vault”. A delta has it in data. */
  | 'asset_appears'
  /** An asset of the vault gets another title, description and value. A delta has it in data. */
  | 'asset_changes'
  /** An asset moves from the vault to “In the house”. Under the grant of grant_narrowed a delta has it in removed, else in data. */
  | 'asset_leaves_filter'
  /** An asset of the vault is removed. A delta has its registry id in removed. */
  | 'asset_removed'
  /** The asset that the same seed changed, removed or moved is as at first, with its registry id. */
  | 'asset_returns'
  /** The grant expires five seconds later. Then requests get grant_expired. */
  | 'grant_expires'
  /** The key gets a grant again, if it has none. The next delta is incomplete. */
  | 'grant_given'
  /** The grant shows the collection “In the vault” only, with the scopes registry and valuation. The next delta is incomplete. */
  | 'grant_narrowed'
  /** The grant is revoked at once. Requests get grant_revoked. */
  | 'grant_revoked'
  /** The grant shows all assets with all scopes, without expiry. The next delta is incomplete. */
  | 'grant_widened'
  /** The portfolio has 3,000 assets. A walk has many pages. */
  | 'many_assets'
  /** The first state: the seven assets, and a grant of the key with all scopes, all assets and no expiry. */
  | 'reset'
  /** The key gets a further secret, which the answer shows once and which works for an hour or until the next one. The secret that runs the scenario stays as it is, and needs to be one without an end. */
  | 'secret_rolled'
  /** A share link of an asset gets an expiry, five seconds later. The expiry itself is not a change of the asset. */
  | 'share_link_expires';

/** The data that a key or a grant may show. Each scope shows its own data and includes no other. */
export type Scope =
  /** The members that belong to the category, such as purity, brand or vintage. */
  | 'category_detail'
  /** Description, notes, seller, storage location and collections. */
  | 'detail'
  /** Metadata of documents and completeness, never the contents of files. */
  | 'documentation'
  /** Heirs and their shares, share links and readiness of the estate. */
  | 'estate'
  /** The basics of each asset: ids, title, category, quantity and timestamps. */
  | 'registry'
  /** Market value, purchase price, insurance value and the history of values. */
  | 'valuation'
  /** Verification status, risk score, tamper state and scans. */
  | 'verification';

/** A kind of sign-in events. */
export type SignInEventKind =
  /** Firms that the user joined. */
  | 'firm'
  /** Passkeys that were added, renamed or removed. */
  | 'passkey'
  /** Passwords that were set, changed or requested. */
  | 'password'
  /** Two-step verification and its recovery codes. */
  | 'second_factor'
  /** Sessions that were signed out, or ended because there were too many. */
  | 'session'
  /** Sign-ins, with a password or a passkey, codes and confirmed identities, with failed attempts. */
  | 'sign_in';

/** A rate limit. requestsPerMinute has its number. */
export type Tier =
  /** A higher limit, which an operator sets. */
  | 'elevated'
  /** The limit of the Enterprise plan. */
  | 'enterprise'
  /** The limit of sandbox keys. */
  | 'sandbox'
  /** The limit of the Standard plan, and of persons. */
  | 'standard';

/** The rights of an access token. */
export type TokenScope =
  /** Read and change the plants of its user. */
  | 'plants'
  /** Read the portfolio of its user, and no other, over GraphQL. */
  | 'portfolio_read';

/** The one who paused a webhook endpoint. */
export type WebhookPauser =
  /** It failed for about three days, or answered with 410. */
  | 'failures'
  /** A person of the firm. */
  | 'firm'
  /** Its key has ended. */
  | 'key'
  /** The operator. */
  | 'operator';

/** How an attempt ended. */
export type WebhookResult =
  /** There was no connection, or it ended without an answer. */
  | 'connection'
  /** The answer had a status of 200 to 299. */
  | 'delivered'
  /** The name leads to no address that the gateway connects to. */
  | 'refused_address'
  /** The answer had another status. Redirects are not followed. */
  | 'rejected'
  /** There was no answer within 10 seconds. */
  | 'timeout'
  /** There was no TLS connection with a trusted certificate. */
  | 'tls'
  /** A person has asked for it, and it is not sent yet. */
  | 'waiting';

/** A rotation of the secret of a webhook endpoint. */
export type WebhookSecretRoll = {
  /** The webhook endpoint. */
  endpointId: string | number;
  /** Chosen by the client: 8 to 64 of [A-Za-z0-9_-]. A repeated request with the same key has no second effect: it returns the result of the first one, without its secret. A request with the same key and other members, or for another field or record, is state_conflict. */
  idempotencyKey: string | number;
};

/** The state of a webhook endpoint. */
export type WebhookState =
  /** It gets the changes of its key. */
  | 'active'
  /** It gets nothing. When it is resumed, it continues where it stopped. */
  | 'paused';

export type SignInActivityQueryVariables = Exact<{
  after?: string | null | undefined;
  kinds?: Array<SignInEventKind> | SignInEventKind | null | undefined;
  lastDays?: number | null | undefined;
  counted: boolean;
}>;


export type SignInActivityQuery = { signInEvents: { totalCount?: number, nodes: Array<{ id: string, at: string, action: string, outcome: string, times: number, ipAddress: string | null, userAgent: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MailSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type MailSettingsQuery = { mailSettings: { id: string, language: Language, isSent: boolean, choices: Array<{ id: string, topic: MailTopic, isWanted: boolean }> } };

export type ChooseMailMutationVariables = Exact<{
  topic: MailTopic;
  wanted: boolean;
}>;


export type ChooseMailMutation = { chooseMail: { id: string } };

export type ChooseMailLanguageMutationVariables = Exact<{
  language: Language;
}>;


export type ChooseMailLanguageMutation = { chooseMailLanguage: { id: string } };

export type MyPlantsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type MyPlantsQuery = { plants: { nodes: Array<{ id: string, name: string, tag: string | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AddPlantMutationVariables = Exact<{
  plant: NewPlant;
}>;


export type AddPlantMutation = { createPlant: { id: string } };

export type RemovePlantMutationVariables = Exact<{
  id: string;
}>;


export type RemovePlantMutation = { deletePlant: string };

export type AccessTokensQueryVariables = Exact<{ [key: string]: never; }>;


export type AccessTokensQuery = { accessTokens: Array<{ id: string, name: string, reference: string, scopes: Array<TokenScope>, createdAt: string, expiresAt: string | null, revokedAt: string | null }> };

export type CreateAccessTokenMutationVariables = Exact<{
  input: NewAccessToken;
}>;


export type CreateAccessTokenMutation = { createAccessToken: { tokenId: string, secret: string | null, token: { name: string } | null } };

export type RevokeAccessTokenMutationVariables = Exact<{
  tokenId: string | number;
}>;


export type RevokeAccessTokenMutation = { revokeAccessToken: { id: string } };

export type FindForStaffQueryVariables = Exact<{
  text: string;
}>;


export type FindForStaffQuery = { staffSearch: { people: Array<{ name: string, email: string, id: string }>, firms: Array<{ id: string, name: string }> } };

export type FindInFirmQueryVariables = Exact<{
  firmId: string | number;
  environment: Environment;
  text: string;
}>;


export type FindInFirmQuery = { firmClients: { nodes: Array<{ id: string, key: { id: string, name: string }, grant: { id: string, client: { name: string, id: string } } | null, link: { id: string, reference: string | null, email: string | null, purpose: string } | null }> }, firm: { id: string, apiKeys: { nodes: Array<{ id: string, name: string }> } } };

export type ConsentRequestQueryVariables = Exact<{
  link: string;
}>;


export type ConsentRequestQuery = { connectionRequest: { id: string, firmName: string, problem: ConnectionProblem | null, answer: LinkAnswer | null, answeredAt: string | null, returnAddress: string | null, grantCount: number, readCount: number, asked: { id: string, scopes: Array<Scope>, purpose: string, reference: string | null, singleUse: boolean, expiresAt: string, key: { name: string, environment: Environment, firmName: string, scopes: Array<Scope>, state: KeyState, id: string, firmIdentity: { id: string, website: string, registration: string, contact: string, verifiedOn: string } | null } } | null, activeGrant: { id: string, version: number, state: GrantState, scopes: Array<Scope>, effectiveScopes: Array<Scope>, expiresAt: string | null, key: { scopes: Array<Scope>, id: string }, filter: { type: AssetFilterType, count: number, values: Array<{ label: string, id: string }> } } | null, grants: Array<{ id: string, version: number, state: GrantState, createdAt: string, expiresAt: string | null, endedAt: string | null, endCause: GrantEndCause | null, linkId: string | null, readCount: number, lastReadAt: string | null, key: { id: string, name: string, environment: Environment, state: KeyState } }> } };

export type AskedFragment = { id: string, scopes: Array<Scope>, purpose: string, reference: string | null, singleUse: boolean, expiresAt: string, key: { name: string, environment: Environment, firmName: string, scopes: Array<Scope>, state: KeyState, id: string, firmIdentity: { id: string, website: string, registration: string, contact: string, verifiedOn: string } | null } };

export type GivenAccessFragment = { id: string, version: number, state: GrantState, createdAt: string, expiresAt: string | null, endedAt: string | null, endCause: GrantEndCause | null, linkId: string | null, readCount: number, lastReadAt: string | null, key: { id: string, name: string, environment: Environment, state: KeyState } };

export type ApproveConnectionMutationVariables = Exact<{
  input: NewPartnerGrant;
}>;


export type ApproveConnectionMutation = { createGrant: { id: string } };

export type ApproveChangeMutationVariables = Exact<{
  input: PartnerGrantChange;
}>;


export type ApproveChangeMutation = { updateGrant: { id: string } };

export type DeclineConnectionMutationVariables = Exact<{
  link: string;
}>;


export type DeclineConnectionMutation = { declineConnection: boolean };

export type ConnectedAppsQueryVariables = Exact<{
  clientId?: string | number | null | undefined;
  after?: string | null | undefined;
  search?: string | null | undefined;
  state?: Array<GrantState> | GrantState | null | undefined;
  orderBy?: GrantOrder | null | undefined;
}>;


export type ConnectedAppsQuery = { connectedApps: { totalCount: number, nodes: Array<{ id: string, version: number, state: GrantState, scopes: Array<Scope>, effectiveScopes: Array<Scope>, reference: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, revokedBy: GrantRevoker | null, endedAt: string | null, linkId: string | null, reviewDueAt: string | null, lastReadAt: string | null, filter: { type: AssetFilterType, count: number, values: Array<{ label: string, id: string }> }, usage: { total: number, days: Array<{ date: string, ok: number, refused: number, limited: number, failed: number }> }, key: { firmId: string, hasEnterprisePlan: boolean, name: string, environment: Environment, firmName: string, scopes: Array<Scope>, state: KeyState, id: string }, client: { name: string, isSandboxClient: boolean, id: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ConnectedClientQueryVariables = Exact<{
  id: string | number;
}>;


export type ConnectedClientQuery = { client: { name: string } };

export type ConnectedAppQueryVariables = Exact<{
  id: string | number;
}>;


export type ConnectedAppQuery = { grant: { replacedBy: string | null, id: string, version: number, state: GrantState, scopes: Array<Scope>, effectiveScopes: Array<Scope>, reference: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, revokedBy: GrantRevoker | null, endedAt: string | null, linkId: string | null, reviewDueAt: string | null, lastReadAt: string | null, usage: { total: number, days: Array<{ date: string, ok: number, refused: number, limited: number, failed: number }> }, deletionRequest: { id: string, requestedAt: string, answer: DeletionAnswer | null, answeredAt: string | null, note: string | null } | null, key: { firmId: string, hasEnterprisePlan: boolean, scopes: Array<Scope>, name: string, environment: Environment, firmName: string, state: KeyState, id: string, firmIdentity: { id: string, website: string, registration: string, contact: string, verifiedOn: string } | null }, client: { name: string, isSandboxClient: boolean, id: string }, filter: { type: AssetFilterType, count: number, values: Array<{ label: string, id: string }> } } };

export type GrantToChangeQueryVariables = Exact<{
  id: string | number;
}>;


export type GrantToChangeQuery = { grant: { replacedBy: string | null, id: string, version: number, state: GrantState, scopes: Array<Scope>, effectiveScopes: Array<Scope>, reference: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, revokedBy: GrantRevoker | null, endedAt: string | null, linkId: string | null, reviewDueAt: string | null, lastReadAt: string | null, consents: { nodes: Array<{ id: string }> }, deletionRequest: { id: string, requestedAt: string, answer: DeletionAnswer | null, answeredAt: string | null, note: string | null } | null, key: { firmId: string, hasEnterprisePlan: boolean, scopes: Array<Scope>, name: string, environment: Environment, firmName: string, state: KeyState, id: string, firmIdentity: { id: string, website: string, registration: string, contact: string, verifiedOn: string } | null }, client: { name: string, isSandboxClient: boolean, id: string }, filter: { type: AssetFilterType, count: number, values: Array<{ label: string, id: string }> } } };

export type GrantHistoryQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
  lastDays?: number | null | undefined;
  counted: boolean;
}>;


export type GrantHistoryQuery = { grant: { auditEvents: { totalCount?: number, nodes: Array<{ id: string, at: string, actor: string, action: string, subject: string, personName: string | null, changes: Array<{ member: string, before: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, after: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null }, added: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, removed: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type GrantReadsQueryVariables = Exact<{
  id: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type GrantReadsQuery = { grant: { reads: { nodes: Array<{ id: string, hour: string, endpoint: string, scopes: Array<Scope>, requests: number, assets: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type ChangeGrantMutationVariables = Exact<{
  input: PartnerGrantChange;
}>;


export type ChangeGrantMutation = { updateGrant: { version: number } };

export type KeepGrantMutationVariables = Exact<{
  grantId: string | number;
}>;


export type KeepGrantMutation = { confirmGrant: { id: string } };

export type AnswerDeletionMutationVariables = Exact<{
  grantId: string | number;
  answer: DeletionAnswer;
  note?: string | null | undefined;
}>;


export type AnswerDeletionMutation = { answerDeletion: { id: string } };

export type GrantTermsFragment = { replacedBy: string | null, id: string, version: number, state: GrantState, scopes: Array<Scope>, effectiveScopes: Array<Scope>, reference: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, revokedBy: GrantRevoker | null, endedAt: string | null, linkId: string | null, reviewDueAt: string | null, lastReadAt: string | null, deletionRequest: { id: string, requestedAt: string, answer: DeletionAnswer | null, answeredAt: string | null, note: string | null } | null, key: { firmId: string, hasEnterprisePlan: boolean, scopes: Array<Scope>, name: string, environment: Environment, firmName: string, state: KeyState, id: string, firmIdentity: { id: string, website: string, registration: string, contact: string, verifiedOn: string } | null }, client: { name: string, isSandboxClient: boolean, id: string }, filter: { type: AssetFilterType, count: number, values: Array<{ label: string, id: string }> } };

export type GrantFactsFragment = { id: string, version: number, state: GrantState, scopes: Array<Scope>, effectiveScopes: Array<Scope>, reference: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, revokedBy: GrantRevoker | null, endedAt: string | null, linkId: string | null, reviewDueAt: string | null, lastReadAt: string | null, key: { firmId: string, hasEnterprisePlan: boolean, name: string, environment: Environment, firmName: string, scopes: Array<Scope>, state: KeyState, id: string }, client: { name: string, isSandboxClient: boolean, id: string } };

export type AssetToLeaveOutQueryVariables = Exact<{
  clientId: string | number;
  registryId: string | number;
}>;


export type AssetToLeaveOutQuery = { portfolio: { asset: { registryId: string, title: string, category: Category } | null } };

export type AssetsExceptQueryVariables = Exact<{
  grantId: string | number;
  registryId: string | number;
}>;


export type AssetsExceptQuery = { grantChoices: { categories: Array<{ category: Category, assetCount: number }>, assetsExcept: Array<{ id: string, label: string }> | null } };

export type OverviewQueryVariables = Exact<{
  clientId: string | number;
  today: string;
  tomorrow: string;
  soon: string;
  monthAgo: string;
  yearAgo: string;
  beforeMonth: string;
  beforeYear: string;
}>;


export type OverviewQuery = { portfolio: { summary: { assetCount: number, valuedAssetCount: number | null, totalValue: { amount: string, currency: string } | null, categories: Array<{ category: Category, assetCount: number, totalValue: { amount: string, currency: string } | null }> }, underinsured: { totalCount: number, nodes: Array<{ id: string, registryId: string, title: string, valuation: { marketValue: { amount: string, currency: string } | null, insuranceValue: { amount: string, currency: string } | null } | null }> } | null, expiredLately: { totalCount: number, nodes: Array<{ id: string, registryId: string, assetTitle: string, document: { id: string, title: string, expiresOn: string | null } }> } | null, expiredThisYear: { totalCount: number, nodes: Array<{ id: string, registryId: string, assetTitle: string, document: { id: string, title: string, expiresOn: string | null } }> } | null, expiredBefore: { totalCount: number, nodes: Array<{ id: string, registryId: string, assetTitle: string, document: { id: string, title: string, expiresOn: string | null } }> } | null, expiring: { totalCount: number, nodes: Array<{ id: string, registryId: string, assetTitle: string, document: { id: string, title: string, expiresOn: string | null } }> } | null } };

export type ExpiringDocumentsFragment = { totalCount: number, nodes: Array<{ id: string, registryId: string, assetTitle: string, document: { id: string, title: string, expiresOn: string | null } }> };

export type ValueHistoryQueryVariables = Exact<{
  clientId: string | number;
  interval: Interval;
  from: string;
  yearAgo: string;
  tomorrow: string;
}>;


export type ValueHistoryQuery = { portfolio: { valueHistory: Array<{ at: string, valuedAssetCount: number, value: { amount: string, currency: string } }> | null, valuesAt: Array<{ at: string, valuedAssetCount: number, value: { amount: string, currency: string } }> | null } };

export type OverviewGrantsQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewGrantsQuery = { connectedApps: { nodes: Array<{ id: string, state: GrantState, effectiveScopes: Array<Scope>, createdAt: string, expiresAt: string | null, lastReadAt: string | null, filter: { type: AssetFilterType, count: number, values: Array<{ label: string, id: string }> }, key: { name: string, firmId: string, firmName: string, state: KeyState, id: string } }>, pageInfo: { hasNextPage: boolean } } };

export type AssetCategoriesQueryVariables = Exact<{
  clientId: string | number;
}>;


export type AssetCategoriesQuery = { portfolio: { summary: { assetCount: number, categories: Array<{ category: Category, assetCount: number }> } } };

export type OwnAssetsQueryVariables = Exact<{
  clientId: string | number;
  filter?: AssetListing | null | undefined;
  orderBy?: AssetOrder | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type OwnAssetsQuery = { portfolio: { assets: { totalCount: number, nodes: Array<{ id: string, registryId: string, title: string, category: Category, quantity: string, updatedAt: string, valuation: { marketValue: { amount: string, currency: string } | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } };

export type OwnAssetQueryVariables = Exact<{
  clientId: string | number;
  registryId: string | number;
}>;


export type OwnAssetQuery = { portfolio: { asset: { registryId: string, title: string, category: Category, quantity: string, createdAt: string, updatedAt: string, valuations: { totalCount: number } | null, documents: { nodes: Array<{ id: string, title: string, issuedOn: string | null }> } | null, valuation: { valuedAt: string | null, marketValue: { amount: string, currency: string } | null, purchasePrice: { amount: string, currency: string } | null, insuranceValue: { amount: string, currency: string } | null } | null, detail: { description: string | null, notes: string | null, seller: string | null, storageLocation: string | null, collections: Array<{ id: string, name: string }> } | null, categoryDetail:
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
       | null, documentation: { documentCount: number, completenessScore: number } | null, estate: { heirs: Array<{ name: string, relationship: string | null, sharePercent: number }>, readiness: { score: number | null, gaps: Array<string> }, shareLinks: Array<{ id: string, label: string, createdAt: string, expiresAt: string | null, revokedAt: string | null }> } | null, verification: { status: string | null, riskScore: number | null, tamperState: string | null, scanCount: number, scans: Array<{ scannedAt: string, method: string, result: string }> | null } | null } | null } };

export type AssetValuationsQueryVariables = Exact<{
  clientId: string | number;
  registryId: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type AssetValuationsQuery = { portfolio: { asset: { id: string, valuations: { totalCount: number, nodes: Array<{ id: string, source: string, valuedAt: string, value: { amount: string, currency: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } | null } };

export type AssetDocumentsQueryVariables = Exact<{
  clientId: string | number;
  registryId: string | number;
}>;


export type AssetDocumentsQuery = { portfolio: { asset: { id: string, documents: { totalCount: number, completeness: { id: string, missing: Array<string> }, nodes: Array<{ id: string, type: string, title: string, issuer: string | null, issuedOn: string | null, expiresOn: string | null, fileSize: number | null }> } | null } | null } };

export type ValuationsFragment = { totalCount: number, nodes: Array<{ id: string, source: string, valuedAt: string, value: { amount: string, currency: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

export type DocumentsFragment = { totalCount: number, nodes: Array<{ id: string, type: string, title: string, issuer: string | null, issuedOn: string | null, expiresOn: string | null, fileSize: number | null }> };

export type AssetReadersQueryVariables = Exact<{
  registryId: string | number;
}>;


export type AssetReadersQuery = { assetGrants: { nodes: Array<{ id: string, effectiveScopes: Array<Scope>, expiresAt: string | null, key: { name: string, firmName: string, id: string } }>, pageInfo: { hasNextPage: boolean } } };

export type ExportedAssetsQueryVariables = Exact<{
  clientId: string | number;
  after?: string | null | undefined;
}>;


export type ExportedAssetsQuery = { portfolio: { assets: { totalCount: number, nodes: Array<{ registryId: string, title: string, category: Category, quantity: string, createdAt: string, updatedAt: string, valuations: { totalCount: number, nodes: Array<{ id: string, source: string, valuedAt: string, value: { amount: string, currency: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null, documents: { totalCount: number, nodes: Array<{ id: string, type: string, title: string, issuer: string | null, issuedOn: string | null, expiresOn: string | null, fileSize: number | null }> } | null, valuation: { valuedAt: string | null, marketValue: { amount: string, currency: string } | null, purchasePrice: { amount: string, currency: string } | null, insuranceValue: { amount: string, currency: string } | null } | null, detail: { description: string | null, notes: string | null, seller: string | null, storageLocation: string | null, collections: Array<{ id: string, name: string }> } | null, categoryDetail:
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
          | { members: Record<string, unknown> }
         | null, documentation: { documentCount: number, completenessScore: number } | null, estate: { heirs: Array<{ name: string, relationship: string | null, sharePercent: number }>, readiness: { score: number | null, gaps: Array<string> }, shareLinks: Array<{ id: string, label: string, createdAt: string, expiresAt: string | null, revokedAt: string | null }> } | null, verification: { status: string | null, riskScore: number | null, tamperState: string | null, scanCount: number, scans: Array<{ scannedAt: string, method: string, result: string }> | null } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null } };

export type ReceiptQueryVariables = Exact<{
  grantId: string | number;
  name: string;
}>;


export type ReceiptQuery = { grant: { deletionRequest: { id: string, requestedAt: string, answer: DeletionAnswer | null, answeredAt: string | null, note: string | null } | null, receipt: { id: string, event: ReceiptEvent, at: string, version: number, endedBy: GrantRevoker | null, clientName: string, firmName: string, keyName: string, reference: string | null, namesRecorded: boolean, sentence: string | null, language: string | null, purpose: string | null, linkId: string | null, consentId: string | null, digest: string | null, firmIdentity: { id: string, website: string, registration: string, contact: string, verifiedOn: string } | null, terms: { id: string, scopes: Array<Scope>, filterType: AssetFilterType, filterValues: Array<string>, expiresAt: string | null } | null } | null } };

export type ReceiptFactsFragment = { id: string, event: ReceiptEvent, at: string, version: number, endedBy: GrantRevoker | null, clientName: string, firmName: string, keyName: string, reference: string | null, namesRecorded: boolean, sentence: string | null, language: string | null, purpose: string | null, linkId: string | null, consentId: string | null, digest: string | null, firmIdentity: { id: string, website: string, registration: string, contact: string, verifiedOn: string } | null, terms: { id: string, scopes: Array<Scope>, filterType: AssetFilterType, filterValues: Array<string>, expiresAt: string | null } | null };

export type StatementQueryVariables = Exact<{
  clientId: string | number;
  begin: string;
  end: string;
}>;


export type StatementQuery = { portfolio: { client: { id: string, name: string }, valuesAt: Array<{ at: string, valuedAssetCount: number, value: { amount: string, currency: string }, categories: Array<{ category: Category, valuedAssetCount: number, value: { amount: string, currency: string } }> }> | null }, connectedApps: { nodes: Array<{ id: string, effectiveScopes: Array<Scope>, createdAt: string, endedAt: string | null, key: { name: string, firmName: string, id: string } }>, pageInfo: { hasNextPage: boolean } } };

export type GroupChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type GroupChoicesQuery = { grantChoices: { categories: Array<{ category: Category, assetCount: number }>, collections: Array<{ assetCount: number, id: string, label: string }> } };

export type AssetChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
  category?: Category | null | undefined;
}>;


export type AssetChoicesQuery = { grantChoices: { assets: Array<{ category: Category, id: string, label: string }> } };

export type ChangeableGrantFragment = { id: string, version: number, state: GrantState, scopes: Array<Scope>, effectiveScopes: Array<Scope>, expiresAt: string | null, key: { scopes: Array<Scope>, id: string }, filter: { type: AssetFilterType, count: number, values: Array<{ label: string, id: string }> } };

export type ConsentTermsQueryVariables = Exact<{
  input: ConsentTermsInput;
}>;


export type ConsentTermsQuery = { consentTerms: { sentence: string, language: string, digest: string, firmIdentity: { id: string, website: string, registration: string, contact: string, verifiedOn: string } | null } };

export type PreviewCountsQueryVariables = Exact<{
  link?: string | null | undefined;
  grantId?: string | number | null | undefined;
  scopes: Array<Scope> | Scope;
  filter: GrantFilterInput;
}>;


export type PreviewCountsQuery = { grantPreview: { assetCount: number, totalCount: number, scopes: Array<{ scope: Scope, count: number }> } };

export type PreviewExampleQueryVariables = Exact<{
  link?: string | null | undefined;
  grantId?: string | number | null | undefined;
  scopes: Array<Scope> | Scope;
  filter: GrantFilterInput;
}>;


export type PreviewExampleQuery = { grantPreview: { example: { registryId: string, title: string, category: Category, quantity: string, valuation: { valuedAt: string | null, marketValue: { amount: string, currency: string } | null, purchasePrice: { amount: string, currency: string } | null, insuranceValue: { amount: string, currency: string } | null } | null, valuations: { totalCount: number } | null, detail: { description: string | null, notes: string | null, seller: string | null, storageLocation: string | null, collections: Array<{ id: string, name: string }> } | null, categoryDetail:
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
        | { members: Record<string, unknown> }
       | null, documentation: { documentCount: number, completenessScore: number } | null, documents: { nodes: Array<{ id: string, title: string, issuedOn: string | null }> } | null, estate: { heirs: Array<{ name: string, relationship: string | null, sharePercent: number }>, readiness: { score: number | null, gaps: Array<string> }, shareLinks: Array<{ id: string, label: string, createdAt: string, expiresAt: string | null, revokedAt: string | null }> } | null, verification: { status: string | null, riskScore: number | null, tamperState: string | null, scanCount: number, scans: Array<{ scannedAt: string, method: string, result: string }> | null } | null } | null } };

export type SessionQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionQuery = { viewer: { person: { name: string, email: string, isStaff: boolean, hasPortfolio: boolean, environment: Environment | null, id: string, memberships: Array<{ role: MemberRole, firm: { id: string, name: string } }> } | null } };

export type ExampleAssetFragment = { registryId: string, title: string, category: Category, quantity: string, valuation: { valuedAt: string | null, marketValue: { amount: string, currency: string } | null, purchasePrice: { amount: string, currency: string } | null, insuranceValue: { amount: string, currency: string } | null } | null, valuations: { totalCount: number } | null, detail: { description: string | null, notes: string | null, seller: string | null, storageLocation: string | null, collections: Array<{ id: string, name: string }> } | null, categoryDetail:
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
   | null, documentation: { documentCount: number, completenessScore: number } | null, documents: { nodes: Array<{ id: string, title: string, issuedOn: string | null }> } | null, estate: { heirs: Array<{ name: string, relationship: string | null, sharePercent: number }>, readiness: { score: number | null, gaps: Array<string> }, shareLinks: Array<{ id: string, label: string, createdAt: string, expiresAt: string | null, revokedAt: string | null }> } | null, verification: { status: string | null, riskScore: number | null, tamperState: string | null, scanCount: number, scans: Array<{ scannedAt: string, method: string, result: string }> | null } | null };

export type OwnAssetBlocksFragment = { registryId: string, title: string, category: Category, quantity: string, createdAt: string, updatedAt: string, valuation: { valuedAt: string | null, marketValue: { amount: string, currency: string } | null, purchasePrice: { amount: string, currency: string } | null, insuranceValue: { amount: string, currency: string } | null } | null, detail: { description: string | null, notes: string | null, seller: string | null, storageLocation: string | null, collections: Array<{ id: string, name: string }> } | null, categoryDetail:
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
    | { members: Record<string, unknown> }
   | null, documentation: { documentCount: number, completenessScore: number } | null, estate: { heirs: Array<{ name: string, relationship: string | null, sharePercent: number }>, readiness: { score: number | null, gaps: Array<string> }, shareLinks: Array<{ id: string, label: string, createdAt: string, expiresAt: string | null, revokedAt: string | null }> } | null, verification: { status: string | null, riskScore: number | null, tamperState: string | null, scanCount: number, scans: Array<{ scannedAt: string, method: string, result: string }> | null } | null };

export type ValuationFieldsFragment = { valuedAt: string | null, marketValue: { amount: string, currency: string } | null, purchasePrice: { amount: string, currency: string } | null, insuranceValue: { amount: string, currency: string } | null };

export type DetailFieldsFragment = { description: string | null, notes: string | null, seller: string | null, storageLocation: string | null, collections: Array<{ id: string, name: string }> };

export type DocumentationFieldsFragment = { documentCount: number, completenessScore: number };

export type EstateFieldsFragment = { heirs: Array<{ name: string, relationship: string | null, sharePercent: number }>, readiness: { score: number | null, gaps: Array<string> }, shareLinks: Array<{ id: string, label: string, createdAt: string, expiresAt: string | null, revokedAt: string | null }> };

export type VerificationFieldsFragment = { status: string | null, riskScore: number | null, tamperState: string | null, scanCount: number, scans: Array<{ scannedAt: string, method: string, result: string }> | null };

export type AmountFragment = { amount: string, currency: string };

export type IdentityFactsFragment = { id: string, website: string, registration: string, contact: string, verifiedOn: string };

export type FirmStatusFragment = { id: string, name: string, plan: Plan, planState: PlanState, tier: Tier, requestsPerMinute: number, keyManagement: KeyManagement, sandboxManagement: KeyManagement };

export type FirmAdminsQueryVariables = Exact<{
  firmId: string | number;
}>;


export type FirmAdminsQuery = { firmMembers: { members: Array<{ id: string, name: string, email: string, role: MemberRole }> } };

export type GrantConsentsQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type GrantConsentsQuery = { grant: { client: { isSandboxClient: boolean, id: string }, consents: { nodes: Array<{ id: string, version: number, sentence: string, language: string, purpose: string | null, linkId: string | null, at: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type ConsentsFragment = { nodes: Array<{ id: string, version: number, sentence: string, language: string, purpose: string | null, linkId: string | null, at: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

export type DeletionFactsFragment = { id: string, requestedAt: string, answer: DeletionAnswer | null, answeredAt: string | null, note: string | null };

export type ActiveGrantsQueryVariables = Exact<{ [key: string]: never; }>;


export type ActiveGrantsQuery = { connectedApps: { nodes: Array<{ id: string, key: { firmId: string, state: KeyState, id: string } }> } };

export type RevokeGrantMutationVariables = Exact<{
  grantId: string | number;
  requestDeletion?: boolean | null | undefined;
}>;


export type RevokeGrantMutation = { revokeGrant: { version: number } };

export type HistoryEventsFragment = { totalCount?: number, nodes: Array<{ id: string, at: string, actor: string, action: string, subject: string, personName: string | null, changes: Array<{ member: string, before: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, after: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null }, added: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, removed: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } };

export type HistoryEventFragment = { id: string, at: string, actor: string, action: string, subject: string, personName: string | null, changes: Array<{ member: string, before: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, after: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null }, added: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, removed: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null }> };

export type RecordedValueFragment = { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null };

export type ListDifferenceFragment = { count: number | null, values: Array<{ value: string, label: string | null }> | null };

export type SignInActivityRowFragment = { id: string, at: string, action: string, outcome: string, times: number, ipAddress: string | null, userAgent: string | null };

export type FirmKeyNamesQueryVariables = Exact<{
  firmId: string | number;
  environment: Environment;
  keyId: string | number;
  isNamed: boolean;
}>;


export type FirmKeyNamesQuery = { firm: { apiKeys: { nodes: Array<{ id: string, name: string, environment: Environment, state: KeyState }> } }, apiKey?: { id: string, name: string, environment: Environment, state: KeyState, firm: { id: string } } };

export type FilterKeyFragment = { id: string, name: string, environment: Environment, state: KeyState };

export type RequestingKeyFragment = { name: string, environment: Environment, firmName: string, scopes: Array<Scope>, state: KeyState, id: string };

export type KeyRowFragment = { id: string, name: string, environment: Environment, scopes: Array<Scope>, state: KeyState, tier: Tier, requestsPerMinute: number, createdBy: string | null, createdAt: string, lastUsedAt: string | null, clientCount: number, secrets: Array<{ reference: string, expiresAt: string | null }> };

export type RequestRowFragment = { id: string, requestId: string, at: string, method: string, endpoint: string, path: string | null, parameters: Array<string>, clientId: string | null, status: number, code: string | null, milliseconds: number | null };

export type UsageOfDaysFragment = { total: number, days: Array<{ date: string, ok: number, refused: number, limited: number, failed: number }> };

export type ClientKeysQueryVariables = Exact<{
  firmId: string | number;
  environment: Environment;
}>;


export type ClientKeysQuery = { firm: { id: string, name: string, plan: Plan, planState: PlanState, tier: Tier, requestsPerMinute: number, keyManagement: KeyManagement, sandboxManagement: KeyManagement, apiKeys: { nodes: Array<{ id: string, name: string, environment: Environment, scopes: Array<Scope>, state: KeyState, returnUrls: Array<string> }> }, liveKeys: { nodes: Array<{ id: string, name: string, environment: Environment, scopes: Array<Scope>, state: KeyState, returnUrls: Array<string> }> } } };

export type NamedKeyQueryVariables = Exact<{
  keyId: string | number;
}>;


export type NamedKeyQuery = { apiKey: { id: string, name: string, environment: Environment, scopes: Array<Scope>, state: KeyState, returnUrls: Array<string>, firm: { id: string } } };

export type AskingKeyFragment = { id: string, name: string, environment: Environment, scopes: Array<Scope>, state: KeyState, returnUrls: Array<string> };

export type FirmClientsQueryVariables = Exact<{
  firmId: string | number;
  environment: Environment;
  keyId?: string | number | null | undefined;
  only?: FirmClientFilter | null | undefined;
  search?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type FirmClientsQuery = { firmClients: { nodes: Array<{ id: string, key: { id: string, name: string, environment: Environment, scopes: Array<Scope>, state: KeyState, returnUrls: Array<string> }, grant: { id: string, version: number, state: GrantState, scopes: Array<Scope>, effectiveScopes: Array<Scope>, createdAt: string, expiresAt: string | null, endedAt: string | null, lastReadAt: string | null, reference: string | null, filter: { type: AssetFilterType, count: number }, deletionRequest: { answer: DeletionAnswer | null } | null, client: { name: string, isSandboxClient: boolean, id: string } } | null, link: { id: string, path: string | null, scopes: Array<Scope>, purpose: string, reference: string | null, email: string | null, singleUse: boolean, state: ConnectionLinkState, createdAt: string, expiresAt: string, answeredCount: number, visits: Array<{ clientName: string, answeredAt: string }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ClientRowFragment = { id: string, key: { id: string, name: string, environment: Environment, scopes: Array<Scope>, state: KeyState, returnUrls: Array<string> }, grant: { id: string, version: number, state: GrantState, scopes: Array<Scope>, effectiveScopes: Array<Scope>, createdAt: string, expiresAt: string | null, endedAt: string | null, lastReadAt: string | null, reference: string | null, filter: { type: AssetFilterType, count: number }, deletionRequest: { answer: DeletionAnswer | null } | null, client: { name: string, isSandboxClient: boolean, id: string } } | null, link: { id: string, path: string | null, scopes: Array<Scope>, purpose: string, reference: string | null, email: string | null, singleUse: boolean, state: ConnectionLinkState, createdAt: string, expiresAt: string, answeredCount: number, visits: Array<{ clientName: string, answeredAt: string }> } | null };

export type LinkRowFragment = { id: string, path: string | null, scopes: Array<Scope>, purpose: string, reference: string | null, email: string | null, singleUse: boolean, state: ConnectionLinkState, createdAt: string, expiresAt: string, answeredCount: number, visits: Array<{ clientName: string, answeredAt: string }> };

export type LinkMailQueryVariables = Exact<{ [key: string]: never; }>;


export type LinkMailQuery = { mailSettings: { isSent: boolean } };

export type RevokeConnectionLinkMutationVariables = Exact<{
  linkId: string | number;
}>;


export type RevokeConnectionLinkMutation = { revokeConnectionLink: { id: string } };

export type NarrowGrantMutationVariables = Exact<{
  input: GrantNarrowing;
}>;


export type NarrowGrantMutation = { narrowGrant: { id: string } };

export type ReturnGrantMutationVariables = Exact<{
  grantId: string | number;
}>;


export type ReturnGrantMutation = { returnGrant: { id: string } };

export type CreateConnectionLinkMutationVariables = Exact<{
  input: NewConnectionLink;
}>;


export type CreateConnectionLinkMutation = { createConnectionLink: { path: string | null, expiresAt: string } };

export type CreateConnectionLinksMutationVariables = Exact<{
  input: NewLinkList;
}>;


export type CreateConnectionLinksMutation = { createConnectionLinks: { created: number, open: number, problems: Array<{ index: number }> } };

export type RemindOfConnectionLinksMutationVariables = Exact<{
  keyId: string | number;
}>;


export type RemindOfConnectionLinksMutation = { remindOfConnectionLinks: number };

export type FirmDashboardQueryVariables = Exact<{
  firmId: string | number;
  environment: Environment;
}>;


export type FirmDashboardQuery = { firm: { clientCount: number, id: string, name: string, plan: Plan, planState: PlanState, tier: Tier, requestsPerMinute: number, keyManagement: KeyManagement, allClients: number, sandboxManagement: KeyManagement, usage: { total: number, days: Array<{ date: string, ok: number, refused: number, limited: number, failed: number }> }, apiKeys: { totalCount: number, nodes: Array<{ id: string, name: string, environment: Environment, scopes: Array<Scope>, state: KeyState, tier: Tier, requestsPerMinute: number, createdBy: string | null, createdAt: string, lastUsedAt: string | null, clientCount: number, usage: { total: number, days: Array<{ date: string, ok: number, refused: number, limited: number, failed: number }> }, secrets: Array<{ reference: string, expiresAt: string | null }> }> }, busiestMinute: { at: string, requests: number, key: { id: string, name: string, requestsPerMinute: number } } | null, allUsage: { total: number }, newestKeys: { totalCount: number, nodes: Array<{ id: string, lastUsedAt: string | null }> } } };

export type FirmHistoryQueryVariables = Exact<{
  firmId: string | number;
  after?: string | null | undefined;
  kinds?: Array<AuditKind> | AuditKind | null | undefined;
  lastDays?: number | null | undefined;
  counted: boolean;
}>;


export type FirmHistoryQuery = { firm: { auditEvents: { totalCount?: number, nodes: Array<{ id: string, at: string, actor: string, action: string, subject: string, personName: string | null, changes: Array<{ member: string, before: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, after: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null }, added: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, removed: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type FirmKeyQueryVariables = Exact<{
  keyId: string | number;
}>;


export type FirmKeyQuery = { apiKey: { allowedIps: Array<string>, returnUrls: Array<string>, createsLinks: boolean, trustedDocumentsOnly: boolean, expiresAt: string | null, revokedAt: string | null, id: string, name: string, environment: Environment, scopes: Array<Scope>, state: KeyState, tier: Tier, requestsPerMinute: number, createdBy: string | null, createdAt: string, lastUsedAt: string | null, clientCount: number, firm: { id: string, name: string, plan: Plan, planState: PlanState, tier: Tier, requestsPerMinute: number, keyManagement: KeyManagement, sandboxManagement: KeyManagement }, usage: { total: number, days: Array<{ date: string, ok: number, refused: number, limited: number, failed: number }> }, lastWeek: { total: number }, newest: { nodes: Array<{ id: string, state: GrantState, createdAt: string, lastReadAt: string | null, client: { name: string, id: string } }> }, secrets: Array<{ reference: string, expiresAt: string | null }> }, viewer: { version: string } };

export type KeyHistoryQueryVariables = Exact<{
  keyId: string | number;
  after?: string | null | undefined;
  kinds?: Array<AuditKind> | AuditKind | null | undefined;
  lastDays?: number | null | undefined;
  counted: boolean;
}>;


export type KeyHistoryQuery = { apiKey: { auditEvents: { totalCount?: number, nodes: Array<{ id: string, at: string, actor: string, action: string, subject: string, personName: string | null, changes: Array<{ member: string, before: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, after: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null }, added: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, removed: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type UpdateApiKeyMutationVariables = Exact<{
  input: ApiKeyChange;
}>;


export type UpdateApiKeyMutation = { updateApiKey: { id: string } };

export type RollApiKeyMutationVariables = Exact<{
  input: ApiKeyRoll;
}>;


export type RollApiKeyMutation = { rollApiKey: { secret: string | null, key: { id: string, secrets: Array<{ reference: string, expiresAt: string | null }> } | null } };

export type RevokeApiKeyMutationVariables = Exact<{
  keyId: string | number;
}>;


export type RevokeApiKeyMutation = { revokeApiKey: { id: string } };

export type FirmKeysQueryVariables = Exact<{
  firmId: string | number;
  after?: string | null | undefined;
  search?: string | null | undefined;
  state?: KeyState | null | undefined;
  environment?: Environment | null | undefined;
  orderBy?: KeyOrder | null | undefined;
}>;


export type FirmKeysQuery = { firm: { id: string, name: string, plan: Plan, planState: PlanState, tier: Tier, requestsPerMinute: number, keyManagement: KeyManagement, sandboxManagement: KeyManagement, apiKeys: { totalCount: number, nodes: Array<{ id: string, name: string, environment: Environment, scopes: Array<Scope>, state: KeyState, tier: Tier, requestsPerMinute: number, createdBy: string | null, createdAt: string, lastUsedAt: string | null, clientCount: number, secrets: Array<{ reference: string, expiresAt: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } }, viewer: { version: string } };

export type CreateApiKeyMutationVariables = Exact<{
  input: NewApiKey;
}>;


export type CreateApiKeyMutation = { createApiKey: { keyId: string, secret: string | null, key: { id: string, name: string, environment: Environment, grants: { nodes: Array<{ client: { isSandboxClient: boolean, id: string } }> } } | null } };

export type MembersQueryVariables = Exact<{
  firmId: string | number;
}>;


export type MembersQuery = { firm: { id: string, name: string }, firmMembers: { members: Array<{ id: string, userId: string, name: string, email: string, role: MemberRole, joinedAt: string, canSignIn: boolean | null, isProved: boolean | null }>, invitations: Array<{ id: string, name: string, email: string, role: MemberRole, invitedBy: string, createdAt: string, expiresAt: string }> | null } };

export type MemberRowFragment = { id: string, userId: string, name: string, email: string, role: MemberRole, joinedAt: string, canSignIn: boolean | null, isProved: boolean | null };

export type InvitationRowFragment = { id: string, name: string, email: string, role: MemberRole, invitedBy: string, createdAt: string, expiresAt: string };

export type InviteMemberMutationVariables = Exact<{
  input: NewMember;
}>;


export type InviteMemberMutation = { inviteMember: { path: string | null, invitation: { id: string, name: string, email: string, role: MemberRole, invitedBy: string, createdAt: string, expiresAt: string } } };

export type WithdrawMemberInvitationMutationVariables = Exact<{
  firmId: string | number;
  invitationId: string | number;
}>;


export type WithdrawMemberInvitationMutation = { withdrawMemberInvitation: boolean };

export type SetMemberRoleMutationVariables = Exact<{
  input: MemberRoleChange;
}>;


export type SetMemberRoleMutation = { setMemberRole: { id: string } };

export type RemoveMemberMutationVariables = Exact<{
  firmId: string | number;
  userId: string | number;
}>;


export type RemoveMemberMutation = { removeMember: { keys: Array<{ id: string, name: string }> } };

export type RequestErrorsQueryVariables = Exact<{
  keyId: string | number;
}>;


export type RequestErrorsQuery = { apiKey: { errorGroups: Array<{ id: string, code: string, endpoint: string, daily: Array<number>, lastAt: string, lastRequestId: string }> } };

export type RequestLogQueryVariables = Exact<{
  firmId: string | number;
  environment?: Environment | null | undefined;
  keyId?: string | number | null | undefined;
  after?: string | null | undefined;
  outcome?: RequestOutcome | null | undefined;
  code?: string | null | undefined;
  since?: string | null | undefined;
  until?: string | null | undefined;
  search?: string | null | undefined;
}>;


export type RequestLogQuery = { requestLog: { totalCount: number, nodes: Array<{ id: string, requestId: string, at: string, method: string, endpoint: string, path: string | null, parameters: Array<string>, clientId: string | null, status: number, code: string | null, milliseconds: number | null, clientName: string | null, bytes: number | null, address: string | null, version: string | null, key: { id: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type LoggedRequestsQueryVariables = Exact<{
  firmId: string | number;
  requestId: string;
  keyId?: string | number | null | undefined;
}>;


export type LoggedRequestsQuery = { loggedRequests: Array<{ message: string | null, cost: number | null, id: string, requestId: string, at: string, method: string, endpoint: string, path: string | null, parameters: Array<string>, clientId: string | null, status: number, code: string | null, milliseconds: number | null, clientName: string | null, bytes: number | null, address: string | null, version: string | null, key: { id: string, name: string, firm: { id: string } } }>, firm: { id: string } };

export type RequestAnswerFragment = { clientName: string | null, bytes: number | null, address: string | null, version: string | null };

export type SandboxKeyQueryVariables = Exact<{
  keyId: string | number;
}>;


export type SandboxKeyQuery = { apiKey: { environment: Environment, state: KeyState, firm: { id: string, name: string, plan: Plan, planState: PlanState, tier: Tier, requestsPerMinute: number, keyManagement: KeyManagement, sandboxManagement: KeyManagement } }, viewer: { version: string } };

export type RunSandboxScenarioMutationVariables = Exact<{
  name: SandboxScenario;
  seed: number;
  keyId: string | number;
}>;


export type RunSandboxScenarioMutation = { sandboxScenario: { changed: boolean, at: string | null } };

export type FirmWebhooksQueryVariables = Exact<{
  firmId: string | number;
  environment: Environment;
  after?: string | null | undefined;
}>;


export type FirmWebhooksQuery = { firm: { apiKeys: { nodes: Array<{ id: string, name: string, webhookEndpoints: Array<{ id: string, url: string, state: WebhookState, failingSince: string | null }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } };

export type KeyWebhooksQueryVariables = Exact<{
  keyId: string | number;
  attempts: number;
}>;


export type KeyWebhooksQuery = { apiKey: { environment: Environment, state: KeyState, firm: { id: string, name: string, plan: Plan, planState: PlanState, tier: Tier, requestsPerMinute: number, keyManagement: KeyManagement, sandboxManagement: KeyManagement }, webhookEndpoints: Array<{ id: string, url: string, state: WebhookState, pausedBy: WebhookPauser | null, pausedAt: string | null, failingSince: string | null, nextTryAt: string | null, behindSince: string | null, previousSecretUntil: string | null, createdBy: string | null, createdAt: string, attempts: { nodes: Array<{ id: string, at: string, eventId: string, type: string, result: WebhookResult, status: number | null, milliseconds: number | null }>, pageInfo: { hasNextPage: boolean } } }> } };

export type WebhookRowFragment = { id: string, url: string, state: WebhookState, pausedBy: WebhookPauser | null, pausedAt: string | null, failingSince: string | null, nextTryAt: string | null, behindSince: string | null, previousSecretUntil: string | null, createdBy: string | null, createdAt: string };

export type AttemptRowFragment = { id: string, at: string, eventId: string, type: string, result: WebhookResult, status: number | null, milliseconds: number | null };

export type CreateWebhookEndpointMutationVariables = Exact<{
  input: NewWebhookEndpoint;
}>;


export type CreateWebhookEndpointMutation = { createWebhookEndpoint: { secret: string | null } };

export type RollWebhookSecretMutationVariables = Exact<{
  input: WebhookSecretRoll;
}>;


export type RollWebhookSecretMutation = { rollWebhookSecret: { secret: string | null } };

export type PauseWebhookEndpointMutationVariables = Exact<{
  endpointId: string | number;
}>;


export type PauseWebhookEndpointMutation = { pauseWebhookEndpoint: { id: string } };

export type ResumeWebhookEndpointMutationVariables = Exact<{
  endpointId: string | number;
}>;


export type ResumeWebhookEndpointMutation = { resumeWebhookEndpoint: { id: string } };

export type DeleteWebhookEndpointMutationVariables = Exact<{
  endpointId: string | number;
}>;


export type DeleteWebhookEndpointMutation = { deleteWebhookEndpoint: string };

export type SendWebhookTestMutationVariables = Exact<{
  endpointId: string | number;
}>;


export type SendWebhookTestMutation = { sendWebhookTest: { id: string } };

export type SendWebhookAgainMutationVariables = Exact<{
  attemptId: string | number;
}>;


export type SendWebhookAgainMutation = { sendWebhookAgain: { id: string } };

export type FirmsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type FirmsQuery = { firms: { totalCount: number, nodes: Array<{ id: string, name: string, plan: Plan, planState: PlanState, tier: Tier, requestsPerMinute: number, clientCount: number, identity: { id: string, website: string, registration: string, contact: string, verifiedOn: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type SetFirmIdentityMutationVariables = Exact<{
  firmId: string | number;
  identity?: NewFirmIdentity | null | undefined;
}>;


export type SetFirmIdentityMutation = { setFirmIdentity: { id: string, identity: { id: string, website: string, registration: string, contact: string, verifiedOn: string } | null } };

export type PersonAccountQueryVariables = Exact<{
  userId: string | number;
}>;


export type PersonAccountQuery = { personAccount: { id: string, userId: string, name: string, email: string, isStaff: boolean, environment: Environment | null, isProved: boolean, hasPassword: boolean, isLockedOut: boolean, hasSecondFactor: boolean, passkeyCount: number, sessionCount: number, createdAt: string, lastSignInAt: string | null, invitedUntil: string | null, erasedAt: string | null, signInEvents: { totalCount: number, nodes: Array<{ id: string, at: string, action: string, outcome: string, times: number, ipAddress: string | null, userAgent: string | null }> }, links: { totalCount: number, nodes: Array<{ id: string, firmId: string, firmName: string, keyId: string, keyName: string, reference: string | null, state: ConnectionLinkState, createdAt: string, answer: LinkAnswer | null, answeredAt: string | null }> }, mails: { totalCount: number, nodes: Array<{ id: string, kind: MailKind, state: MailState, createdAt: string, sentAt: string | null }> }, auditEvents: { totalCount: number, nodes: Array<{ id: string, at: string, actor: string, action: string, subject: string, personName: string | null, changes: Array<{ member: string, before: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, after: { text: string | null, count: number | null, values: Array<{ value: string, label: string | null }> | null }, added: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null, removed: { count: number | null, values: Array<{ value: string, label: string | null }> | null } | null }> }> }, locks: Array<{ id: string, kind: AccountLockKind, until: string | null }>, memberships: Array<{ id: string, role: MemberRole, firm: { id: string, name: string } }> } };

export type PersonConnectionsQueryVariables = Exact<{
  clientId: string | number;
}>;


export type PersonConnectionsQuery = { connectedApps: { totalCount: number, nodes: Array<{ id: string, state: GrantState, createdAt: string, lastReadAt: string | null, key: { name: string, firmName: string, state: KeyState, id: string } }> } };

export type AccountFactsFragment = { id: string, userId: string, name: string, email: string, isStaff: boolean, environment: Environment | null, isProved: boolean, hasPassword: boolean, isLockedOut: boolean, hasSecondFactor: boolean, passkeyCount: number, sessionCount: number, createdAt: string, lastSignInAt: string | null, invitedUntil: string | null, erasedAt: string | null, locks: Array<{ id: string, kind: AccountLockKind, until: string | null }>, memberships: Array<{ id: string, role: MemberRole, firm: { id: string, name: string } }> };

export type LockPersonMutationVariables = Exact<{
  input: AccountHelp;
}>;


export type LockPersonMutation = { lockPerson: { id: string } };

export type UnlockPersonMutationVariables = Exact<{
  input: AccountHelp;
}>;


export type UnlockPersonMutation = { unlockPerson: { id: string } };

export type SendInvitationMutationVariables = Exact<{
  input: AccountHelp;
}>;


export type SendInvitationMutation = { sendInvitation: { id: string } };

export type ResetFactorsMutationVariables = Exact<{
  input: AccountHelp;
}>;


export type ResetFactorsMutation = { resetFactors: { id: string } };

export type StaffSearchQueryVariables = Exact<{
  text: string;
}>;


export type StaffSearchQuery = { staffSearch: { firms: Array<{ id: string, name: string, plan: Plan, planState: PlanState }>, people: Array<{ name: string, email: string, isStaff: boolean, id: string }>, clients: Array<{ name: string, environment: Environment, sandboxFirmName: string | null, id: string }>, keys: Array<{ id: string, name: string, environment: Environment, state: KeyState, firm: { id: string, name: string } }>, grants: Array<{ id: string, state: GrantState, createdAt: string, key: { name: string, firmId: string, firmName: string, id: string }, client: { name: string, id: string } }>, requests: Array<{ id: string, requestId: string, at: string, method: string, endpoint: string, path: string | null, status: number, key: { id: string, name: string, firm: { id: string, name: string } } }> } };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const RequestingKeyFragmentDoc = new TypedDocumentString(`
    fragment RequestingKey on GrantKey {
  id: keyId
  name
  environment
  firmName
  scopes
  state
}
    `, {"fragmentName":"RequestingKey"}) as unknown as TypedDocumentString<RequestingKeyFragment, unknown>;
export const IdentityFactsFragmentDoc = new TypedDocumentString(`
    fragment IdentityFacts on FirmIdentity {
  id
  website
  registration
  contact
  verifiedOn
}
    `, {"fragmentName":"IdentityFacts"}) as unknown as TypedDocumentString<IdentityFactsFragment, unknown>;
export const AskedFragmentDoc = new TypedDocumentString(`
    fragment Asked on AskedAccess {
  id
  scopes
  purpose
  reference
  singleUse
  expiresAt
  key {
    ...RequestingKey
    firmIdentity {
      ...IdentityFacts
    }
  }
}
    fragment IdentityFacts on FirmIdentity {
  id
  website
  registration
  contact
  verifiedOn
}
fragment RequestingKey on GrantKey {
  id: keyId
  name
  environment
  firmName
  scopes
  state
}`, {"fragmentName":"Asked"}) as unknown as TypedDocumentString<AskedFragment, unknown>;
export const GivenAccessFragmentDoc = new TypedDocumentString(`
    fragment GivenAccess on PartnerGrant {
  id
  version
  state
  createdAt
  expiresAt
  endedAt
  endCause
  linkId
  readCount
  lastReadAt
  key {
    id
    name
    environment
    state
  }
}
    `, {"fragmentName":"GivenAccess"}) as unknown as TypedDocumentString<GivenAccessFragment, unknown>;
export const GrantFactsFragmentDoc = new TypedDocumentString(`
    fragment GrantFacts on PartnerGrant {
  id
  version
  state
  scopes
  effectiveScopes
  reference
  createdAt
  expiresAt
  revokedAt
  revokedBy
  endedAt
  linkId
  reviewDueAt
  lastReadAt
  key {
    ...RequestingKey
    firmId
    hasEnterprisePlan
  }
  client {
    id: clientId
    name
    isSandboxClient
  }
}
    fragment RequestingKey on GrantKey {
  id: keyId
  name
  environment
  firmName
  scopes
  state
}`, {"fragmentName":"GrantFacts"}) as unknown as TypedDocumentString<GrantFactsFragment, unknown>;
export const ChangeableGrantFragmentDoc = new TypedDocumentString(`
    fragment ChangeableGrant on PartnerGrant {
  id
  version
  state
  scopes
  effectiveScopes
  expiresAt
  key {
    id: keyId
    scopes
  }
  filter {
    type
    count
    values(first: 1000) {
      id: value
      label
    }
  }
}
    `, {"fragmentName":"ChangeableGrant"}) as unknown as TypedDocumentString<ChangeableGrantFragment, unknown>;
export const DeletionFactsFragmentDoc = new TypedDocumentString(`
    fragment DeletionFacts on DeletionRequest {
  id
  requestedAt
  answer
  answeredAt
  note
}
    `, {"fragmentName":"DeletionFacts"}) as unknown as TypedDocumentString<DeletionFactsFragment, unknown>;
export const GrantTermsFragmentDoc = new TypedDocumentString(`
    fragment GrantTerms on PartnerGrant {
  ...GrantFacts
  ...ChangeableGrant
  replacedBy
  deletionRequest {
    ...DeletionFacts
  }
  key {
    id: keyId
    firmIdentity {
      ...IdentityFacts
    }
  }
}
    fragment GrantFacts on PartnerGrant {
  id
  version
  state
  scopes
  effectiveScopes
  reference
  createdAt
  expiresAt
  revokedAt
  revokedBy
  endedAt
  linkId
  reviewDueAt
  lastReadAt
  key {
    ...RequestingKey
    firmId
    hasEnterprisePlan
  }
  client {
    id: clientId
    name
    isSandboxClient
  }
}
fragment ChangeableGrant on PartnerGrant {
  id
  version
  state
  scopes
  effectiveScopes
  expiresAt
  key {
    id: keyId
    scopes
  }
  filter {
    type
    count
    values(first: 1000) {
      id: value
      label
    }
  }
}
fragment IdentityFacts on FirmIdentity {
  id
  website
  registration
  contact
  verifiedOn
}
fragment DeletionFacts on DeletionRequest {
  id
  requestedAt
  answer
  answeredAt
  note
}
fragment RequestingKey on GrantKey {
  id: keyId
  name
  environment
  firmName
  scopes
  state
}`, {"fragmentName":"GrantTerms"}) as unknown as TypedDocumentString<GrantTermsFragment, unknown>;
export const ExpiringDocumentsFragmentDoc = new TypedDocumentString(`
    fragment ExpiringDocuments on PortfolioExpiringDocumentsConnection {
  totalCount
  nodes {
    id
    registryId
    assetTitle
    document {
      id
      title
      expiresOn
    }
  }
}
    `, {"fragmentName":"ExpiringDocuments"}) as unknown as TypedDocumentString<ExpiringDocumentsFragment, unknown>;
export const AmountFragmentDoc = new TypedDocumentString(`
    fragment Amount on Money {
  amount
  currency
}
    `, {"fragmentName":"Amount"}) as unknown as TypedDocumentString<AmountFragment, unknown>;
export const ValuationsFragmentDoc = new TypedDocumentString(`
    fragment Valuations on AssetValuationsConnection {
  totalCount
  nodes {
    id
    source
    valuedAt
    value {
      ...Amount
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
    fragment Amount on Money {
  amount
  currency
}`, {"fragmentName":"Valuations"}) as unknown as TypedDocumentString<ValuationsFragment, unknown>;
export const DocumentsFragmentDoc = new TypedDocumentString(`
    fragment Documents on AssetDocumentsConnection {
  totalCount
  nodes {
    id
    type
    title
    issuer
    issuedOn
    expiresOn
    fileSize
  }
}
    `, {"fragmentName":"Documents"}) as unknown as TypedDocumentString<DocumentsFragment, unknown>;
export const ReceiptFactsFragmentDoc = new TypedDocumentString(`
    fragment ReceiptFacts on Receipt {
  id
  event
  at
  version
  endedBy
  clientName
  firmName
  keyName
  firmIdentity {
    ...IdentityFacts
  }
  reference
  namesRecorded
  sentence
  language
  purpose
  linkId
  consentId
  digest
  terms {
    id
    scopes
    filterType
    filterValues
    expiresAt
  }
}
    fragment IdentityFacts on FirmIdentity {
  id
  website
  registration
  contact
  verifiedOn
}`, {"fragmentName":"ReceiptFacts"}) as unknown as TypedDocumentString<ReceiptFactsFragment, unknown>;
export const ValuationFieldsFragmentDoc = new TypedDocumentString(`
    fragment ValuationFields on AssetValuation {
  marketValue {
    ...Amount
  }
  purchasePrice {
    ...Amount
  }
  insuranceValue {
    ...Amount
  }
  valuedAt
}
    fragment Amount on Money {
  amount
  currency
}`, {"fragmentName":"ValuationFields"}) as unknown as TypedDocumentString<ValuationFieldsFragment, unknown>;
export const DetailFieldsFragmentDoc = new TypedDocumentString(`
    fragment DetailFields on AssetDetail {
  description
  notes
  seller
  storageLocation
  collections {
    id
    name
  }
}
    `, {"fragmentName":"DetailFields"}) as unknown as TypedDocumentString<DetailFieldsFragment, unknown>;
export const DocumentationFieldsFragmentDoc = new TypedDocumentString(`
    fragment DocumentationFields on AssetDocumentation {
  documentCount
  completenessScore
}
    `, {"fragmentName":"DocumentationFields"}) as unknown as TypedDocumentString<DocumentationFieldsFragment, unknown>;
export const EstateFieldsFragmentDoc = new TypedDocumentString(`
    fragment EstateFields on AssetEstate {
  heirs {
    name
    relationship
    sharePercent
  }
  readiness {
    score
    gaps
  }
  shareLinks {
    id
    label
    createdAt
    expiresAt
    revokedAt
  }
}
    `, {"fragmentName":"EstateFields"}) as unknown as TypedDocumentString<EstateFieldsFragment, unknown>;
export const VerificationFieldsFragmentDoc = new TypedDocumentString(`
    fragment VerificationFields on AssetVerification {
  status
  riskScore
  tamperState
  scanCount
  scans {
    scannedAt
    method
    result
  }
}
    `, {"fragmentName":"VerificationFields"}) as unknown as TypedDocumentString<VerificationFieldsFragment, unknown>;
export const ExampleAssetFragmentDoc = new TypedDocumentString(`
    fragment ExampleAsset on AssetPreview {
  registryId
  title
  category
  quantity
  valuation {
    ...ValuationFields
  }
  valuations(first: 3) {
    totalCount
  }
  detail {
    ...DetailFields
  }
  categoryDetail {
    members
  }
  documentation {
    ...DocumentationFields
  }
  documents(first: 3) {
    nodes {
      id
      title
      issuedOn
    }
  }
  estate {
    ...EstateFields
  }
  verification {
    ...VerificationFields
  }
}
    fragment ValuationFields on AssetValuation {
  marketValue {
    ...Amount
  }
  purchasePrice {
    ...Amount
  }
  insuranceValue {
    ...Amount
  }
  valuedAt
}
fragment DetailFields on AssetDetail {
  description
  notes
  seller
  storageLocation
  collections {
    id
    name
  }
}
fragment DocumentationFields on AssetDocumentation {
  documentCount
  completenessScore
}
fragment EstateFields on AssetEstate {
  heirs {
    name
    relationship
    sharePercent
  }
  readiness {
    score
    gaps
  }
  shareLinks {
    id
    label
    createdAt
    expiresAt
    revokedAt
  }
}
fragment VerificationFields on AssetVerification {
  status
  riskScore
  tamperState
  scanCount
  scans {
    scannedAt
    method
    result
  }
}
fragment Amount on Money {
  amount
  currency
}`, {"fragmentName":"ExampleAsset"}) as unknown as TypedDocumentString<ExampleAssetFragment, unknown>;
export const OwnAssetBlocksFragmentDoc = new TypedDocumentString(`
    fragment OwnAssetBlocks on Asset {
  registryId
  title
  category
  quantity
  createdAt
  updatedAt
  valuation {
    ...ValuationFields
  }
  detail {
    ...DetailFields
  }
  categoryDetail {
    members
  }
  documentation {
    ...DocumentationFields
  }
  estate {
    ...EstateFields
  }
  verification {
    ...VerificationFields
  }
}
    fragment ValuationFields on AssetValuation {
  marketValue {
    ...Amount
  }
  purchasePrice {
    ...Amount
  }
  insuranceValue {
    ...Amount
  }
  valuedAt
}
fragment DetailFields on AssetDetail {
  description
  notes
  seller
  storageLocation
  collections {
    id
    name
  }
}
fragment DocumentationFields on AssetDocumentation {
  documentCount
  completenessScore
}
fragment EstateFields on AssetEstate {
  heirs {
    name
    relationship
    sharePercent
  }
  readiness {
    score
    gaps
  }
  shareLinks {
    id
    label
    createdAt
    expiresAt
    revokedAt
  }
}
fragment VerificationFields on AssetVerification {
  status
  riskScore
  tamperState
  scanCount
  scans {
    scannedAt
    method
    result
  }
}
fragment Amount on Money {
  amount
  currency
}`, {"fragmentName":"OwnAssetBlocks"}) as unknown as TypedDocumentString<OwnAssetBlocksFragment, unknown>;
export const FirmStatusFragmentDoc = new TypedDocumentString(`
    fragment FirmStatus on Firm {
  id
  name
  plan
  planState
  tier
  requestsPerMinute
  keyManagement
  sandboxManagement: keyManagement(environment: sandbox)
}
    `, {"fragmentName":"FirmStatus"}) as unknown as TypedDocumentString<FirmStatusFragment, unknown>;
export const ConsentsFragmentDoc = new TypedDocumentString(`
    fragment Consents on PartnerGrantConsentsConnection {
  nodes {
    id
    version
    sentence
    language
    purpose
    linkId
    at
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
    `, {"fragmentName":"Consents"}) as unknown as TypedDocumentString<ConsentsFragment, unknown>;
export const RecordedValueFragmentDoc = new TypedDocumentString(`
    fragment RecordedValue on AuditValue {
  text
  count
  values(first: 15) {
    value
    label
  }
}
    `, {"fragmentName":"RecordedValue"}) as unknown as TypedDocumentString<RecordedValueFragment, unknown>;
export const ListDifferenceFragmentDoc = new TypedDocumentString(`
    fragment ListDifference on AuditValue {
  count
  values(first: 5) {
    value
    label
  }
}
    `, {"fragmentName":"ListDifference"}) as unknown as TypedDocumentString<ListDifferenceFragment, unknown>;
export const HistoryEventFragmentDoc = new TypedDocumentString(`
    fragment HistoryEvent on AuditEvent {
  id
  at
  actor
  action
  subject
  personName
  changes {
    member
    before {
      ...RecordedValue
    }
    after {
      ...RecordedValue
    }
    added {
      ...ListDifference
    }
    removed {
      ...ListDifference
    }
  }
}
    fragment RecordedValue on AuditValue {
  text
  count
  values(first: 15) {
    value
    label
  }
}
fragment ListDifference on AuditValue {
  count
  values(first: 5) {
    value
    label
  }
}`, {"fragmentName":"HistoryEvent"}) as unknown as TypedDocumentString<HistoryEventFragment, unknown>;
export const HistoryEventsFragmentDoc = new TypedDocumentString(`
    fragment HistoryEvents on AuditEventsConnection {
  nodes {
    ...HistoryEvent
  }
  pageInfo {
    hasNextPage
    endCursor
  }
  totalCount @include(if: $counted)
}
    fragment HistoryEvent on AuditEvent {
  id
  at
  actor
  action
  subject
  personName
  changes {
    member
    before {
      ...RecordedValue
    }
    after {
      ...RecordedValue
    }
    added {
      ...ListDifference
    }
    removed {
      ...ListDifference
    }
  }
}
fragment RecordedValue on AuditValue {
  text
  count
  values(first: 15) {
    value
    label
  }
}
fragment ListDifference on AuditValue {
  count
  values(first: 5) {
    value
    label
  }
}`, {"fragmentName":"HistoryEvents"}) as unknown as TypedDocumentString<HistoryEventsFragment, unknown>;
export const SignInActivityRowFragmentDoc = new TypedDocumentString(`
    fragment SignInActivityRow on SignInEvent {
  id
  at
  action
  outcome
  times
  ipAddress
  userAgent
}
    `, {"fragmentName":"SignInActivityRow"}) as unknown as TypedDocumentString<SignInActivityRowFragment, unknown>;
export const FilterKeyFragmentDoc = new TypedDocumentString(`
    fragment FilterKey on ApiKey {
  id
  name
  environment
  state
}
    `, {"fragmentName":"FilterKey"}) as unknown as TypedDocumentString<FilterKeyFragment, unknown>;
export const KeyRowFragmentDoc = new TypedDocumentString(`
    fragment KeyRow on ApiKey {
  id
  name
  environment
  scopes
  state
  tier
  requestsPerMinute
  createdBy
  createdAt
  lastUsedAt
  clientCount
  secrets {
    reference
    expiresAt
  }
}
    `, {"fragmentName":"KeyRow"}) as unknown as TypedDocumentString<KeyRowFragment, unknown>;
export const RequestRowFragmentDoc = new TypedDocumentString(`
    fragment RequestRow on LoggedRequest {
  id
  requestId
  at
  method
  endpoint
  path
  parameters
  clientId
  status
  code
  milliseconds
}
    `, {"fragmentName":"RequestRow"}) as unknown as TypedDocumentString<RequestRowFragment, unknown>;
export const UsageOfDaysFragmentDoc = new TypedDocumentString(`
    fragment UsageOfDays on Usage {
  total
  days {
    date
    ok
    refused
    limited
    failed
  }
}
    `, {"fragmentName":"UsageOfDays"}) as unknown as TypedDocumentString<UsageOfDaysFragment, unknown>;
export const AskingKeyFragmentDoc = new TypedDocumentString(`
    fragment AskingKey on ApiKey {
  id
  name
  environment
  scopes
  state
  returnUrls
}
    `, {"fragmentName":"AskingKey"}) as unknown as TypedDocumentString<AskingKeyFragment, unknown>;
export const LinkRowFragmentDoc = new TypedDocumentString(`
    fragment LinkRow on ConnectionLink {
  id
  path
  scopes
  purpose
  reference
  email
  singleUse
  state
  createdAt
  expiresAt
  answeredCount
  visits {
    clientName
    answeredAt
  }
}
    `, {"fragmentName":"LinkRow"}) as unknown as TypedDocumentString<LinkRowFragment, unknown>;
export const ClientRowFragmentDoc = new TypedDocumentString(`
    fragment ClientRow on FirmClient {
  id
  key {
    ...AskingKey
  }
  grant {
    id
    version
    state
    scopes
    effectiveScopes
    filter {
      type
      count
    }
    createdAt
    expiresAt
    endedAt
    deletionRequest {
      answer
    }
    lastReadAt
    reference
    client {
      id: clientId
      name
      isSandboxClient
    }
  }
  link {
    ...LinkRow
  }
}
    fragment AskingKey on ApiKey {
  id
  name
  environment
  scopes
  state
  returnUrls
}
fragment LinkRow on ConnectionLink {
  id
  path
  scopes
  purpose
  reference
  email
  singleUse
  state
  createdAt
  expiresAt
  answeredCount
  visits {
    clientName
    answeredAt
  }
}`, {"fragmentName":"ClientRow"}) as unknown as TypedDocumentString<ClientRowFragment, unknown>;
export const MemberRowFragmentDoc = new TypedDocumentString(`
    fragment MemberRow on FirmMember {
  id
  userId
  name
  email
  role
  joinedAt
  canSignIn
  isProved
}
    `, {"fragmentName":"MemberRow"}) as unknown as TypedDocumentString<MemberRowFragment, unknown>;
export const InvitationRowFragmentDoc = new TypedDocumentString(`
    fragment InvitationRow on MemberInvitation {
  id
  name
  email
  role
  invitedBy
  createdAt
  expiresAt
}
    `, {"fragmentName":"InvitationRow"}) as unknown as TypedDocumentString<InvitationRowFragment, unknown>;
export const RequestAnswerFragmentDoc = new TypedDocumentString(`
    fragment RequestAnswer on LoggedRequest {
  clientName
  bytes
  address
  version
}
    `, {"fragmentName":"RequestAnswer"}) as unknown as TypedDocumentString<RequestAnswerFragment, unknown>;
export const WebhookRowFragmentDoc = new TypedDocumentString(`
    fragment WebhookRow on WebhookEndpoint {
  id
  url
  state
  pausedBy
  pausedAt
  failingSince
  nextTryAt
  behindSince
  previousSecretUntil
  createdBy
  createdAt
}
    `, {"fragmentName":"WebhookRow"}) as unknown as TypedDocumentString<WebhookRowFragment, unknown>;
export const AttemptRowFragmentDoc = new TypedDocumentString(`
    fragment AttemptRow on WebhookAttempt {
  id
  at
  eventId
  type
  result
  status
  milliseconds
}
    `, {"fragmentName":"AttemptRow"}) as unknown as TypedDocumentString<AttemptRowFragment, unknown>;
export const AccountFactsFragmentDoc = new TypedDocumentString(`
    fragment AccountFacts on PersonAccount {
  id
  userId
  name
  email
  isStaff
  environment
  isProved
  hasPassword
  locks {
    id
    kind
    until
  }
  isLockedOut
  hasSecondFactor
  passkeyCount
  sessionCount
  createdAt
  lastSignInAt
  invitedUntil
  erasedAt
  memberships {
    id
    role
    firm {
      id
      name
    }
  }
}
    `, {"fragmentName":"AccountFacts"}) as unknown as TypedDocumentString<AccountFactsFragment, unknown>;
export const SignInActivityDocument = new TypedDocumentString(`
    query SignInActivity($after: String, $kinds: [SignInEventKind!], $lastDays: Int, $counted: Boolean!) {
  signInEvents(first: 25, after: $after, kinds: $kinds, lastDays: $lastDays) {
    nodes {
      ...SignInActivityRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount @include(if: $counted)
  }
}
    fragment SignInActivityRow on SignInEvent {
  id
  at
  action
  outcome
  times
  ipAddress
  userAgent
}`) as unknown as TypedDocumentString<SignInActivityQuery, SignInActivityQueryVariables>;
export const MailSettingsDocument = new TypedDocumentString(`
    query MailSettings {
  mailSettings {
    id
    language
    isSent
    choices {
      id
      topic
      isWanted
    }
  }
}
    `) as unknown as TypedDocumentString<MailSettingsQuery, MailSettingsQueryVariables>;
export const ChooseMailDocument = new TypedDocumentString(`
    mutation ChooseMail($topic: MailTopic!, $wanted: Boolean!) {
  chooseMail(topic: $topic, wanted: $wanted) {
    id
  }
}
    `) as unknown as TypedDocumentString<ChooseMailMutation, ChooseMailMutationVariables>;
export const ChooseMailLanguageDocument = new TypedDocumentString(`
    mutation ChooseMailLanguage($language: Language!) {
  chooseMailLanguage(language: $language) {
    id
  }
}
    `) as unknown as TypedDocumentString<ChooseMailLanguageMutation, ChooseMailLanguageMutationVariables>;
export const MyPlantsDocument = new TypedDocumentString(`
    query MyPlants($after: String) {
  plants(first: 25, after: $after) {
    nodes {
      id
      name
      tag
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<MyPlantsQuery, MyPlantsQueryVariables>;
export const AddPlantDocument = new TypedDocumentString(`
    mutation AddPlant($plant: NewPlant!) {
  createPlant(plant: $plant) {
    id
  }
}
    `) as unknown as TypedDocumentString<AddPlantMutation, AddPlantMutationVariables>;
export const RemovePlantDocument = new TypedDocumentString(`
    mutation RemovePlant($id: Int64!) {
  deletePlant(id: $id)
}
    `) as unknown as TypedDocumentString<RemovePlantMutation, RemovePlantMutationVariables>;
export const AccessTokensDocument = new TypedDocumentString(`
    query AccessTokens {
  accessTokens {
    id
    name
    reference
    scopes
    createdAt
    expiresAt
    revokedAt
  }
}
    `) as unknown as TypedDocumentString<AccessTokensQuery, AccessTokensQueryVariables>;
export const CreateAccessTokenDocument = new TypedDocumentString(`
    mutation CreateAccessToken($input: NewAccessToken!) {
  createAccessToken(input: $input) {
    tokenId
    secret
    token {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<CreateAccessTokenMutation, CreateAccessTokenMutationVariables>;
export const RevokeAccessTokenDocument = new TypedDocumentString(`
    mutation RevokeAccessToken($tokenId: ID!) {
  revokeAccessToken(tokenId: $tokenId) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeAccessTokenMutation, RevokeAccessTokenMutationVariables>;
export const FindForStaffDocument = new TypedDocumentString(`
    query FindForStaff($text: String!) {
  staffSearch(text: $text) {
    people {
      id: userId
      name
      email
    }
    firms {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<FindForStaffQuery, FindForStaffQueryVariables>;
export const FindInFirmDocument = new TypedDocumentString(`
    query FindInFirm($firmId: ID!, $environment: Environment!, $text: String!) {
  firmClients(firmId: $firmId, environment: $environment, search: $text, first: 8) {
    nodes {
      id
      key {
        id
        name
      }
      grant {
        id
        client {
          id: clientId
          name
        }
      }
      link {
        id
        reference
        email
        purpose
      }
    }
  }
  firm(id: $firmId) {
    id
    apiKeys(first: 8, environment: $environment, search: $text) {
      nodes {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FindInFirmQuery, FindInFirmQueryVariables>;
export const ConsentRequestDocument = new TypedDocumentString(`
    query ConsentRequest($link: String!) {
  connectionRequest(link: $link) {
    id
    firmName
    problem
    asked {
      ...Asked
    }
    activeGrant {
      ...ChangeableGrant
    }
    answer
    answeredAt
    returnAddress
    grants {
      ...GivenAccess
    }
    grantCount
    readCount
  }
}
    fragment Asked on AskedAccess {
  id
  scopes
  purpose
  reference
  singleUse
  expiresAt
  key {
    ...RequestingKey
    firmIdentity {
      ...IdentityFacts
    }
  }
}
fragment GivenAccess on PartnerGrant {
  id
  version
  state
  createdAt
  expiresAt
  endedAt
  endCause
  linkId
  readCount
  lastReadAt
  key {
    id
    name
    environment
    state
  }
}
fragment ChangeableGrant on PartnerGrant {
  id
  version
  state
  scopes
  effectiveScopes
  expiresAt
  key {
    id: keyId
    scopes
  }
  filter {
    type
    count
    values(first: 1000) {
      id: value
      label
    }
  }
}
fragment IdentityFacts on FirmIdentity {
  id
  website
  registration
  contact
  verifiedOn
}
fragment RequestingKey on GrantKey {
  id: keyId
  name
  environment
  firmName
  scopes
  state
}`) as unknown as TypedDocumentString<ConsentRequestQuery, ConsentRequestQueryVariables>;
export const ApproveConnectionDocument = new TypedDocumentString(`
    mutation ApproveConnection($input: NewPartnerGrant!) {
  createGrant(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<ApproveConnectionMutation, ApproveConnectionMutationVariables>;
export const ApproveChangeDocument = new TypedDocumentString(`
    mutation ApproveChange($input: PartnerGrantChange!) {
  updateGrant(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<ApproveChangeMutation, ApproveChangeMutationVariables>;
export const DeclineConnectionDocument = new TypedDocumentString(`
    mutation DeclineConnection($link: String!) {
  declineConnection(link: $link)
}
    `) as unknown as TypedDocumentString<DeclineConnectionMutation, DeclineConnectionMutationVariables>;
export const ConnectedAppsDocument = new TypedDocumentString(`
    query ConnectedApps($clientId: ID, $after: String, $search: String, $state: [GrantState!], $orderBy: GrantOrder) {
  connectedApps(
    clientId: $clientId
    after: $after
    first: 20
    search: $search
    state: $state
    orderBy: $orderBy
  ) {
    totalCount
    nodes {
      ...GrantFacts
      filter {
        type
        count
        values(first: 20) {
          id: value
          label
        }
      }
      usage(days: 30) {
        ...UsageOfDays
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment GrantFacts on PartnerGrant {
  id
  version
  state
  scopes
  effectiveScopes
  reference
  createdAt
  expiresAt
  revokedAt
  revokedBy
  endedAt
  linkId
  reviewDueAt
  lastReadAt
  key {
    ...RequestingKey
    firmId
    hasEnterprisePlan
  }
  client {
    id: clientId
    name
    isSandboxClient
  }
}
fragment RequestingKey on GrantKey {
  id: keyId
  name
  environment
  firmName
  scopes
  state
}
fragment UsageOfDays on Usage {
  total
  days {
    date
    ok
    refused
    limited
    failed
  }
}`) as unknown as TypedDocumentString<ConnectedAppsQuery, ConnectedAppsQueryVariables>;
export const ConnectedClientDocument = new TypedDocumentString(`
    query ConnectedClient($id: ID!) {
  client(id: $id) {
    name
  }
}
    `) as unknown as TypedDocumentString<ConnectedClientQuery, ConnectedClientQueryVariables>;
export const ConnectedAppDocument = new TypedDocumentString(`
    query ConnectedApp($id: ID!) {
  grant(id: $id) {
    ...GrantTerms
    usage(days: 30) {
      ...UsageOfDays
    }
  }
}
    fragment GrantTerms on PartnerGrant {
  ...GrantFacts
  ...ChangeableGrant
  replacedBy
  deletionRequest {
    ...DeletionFacts
  }
  key {
    id: keyId
    firmIdentity {
      ...IdentityFacts
    }
  }
}
fragment GrantFacts on PartnerGrant {
  id
  version
  state
  scopes
  effectiveScopes
  reference
  createdAt
  expiresAt
  revokedAt
  revokedBy
  endedAt
  linkId
  reviewDueAt
  lastReadAt
  key {
    ...RequestingKey
    firmId
    hasEnterprisePlan
  }
  client {
    id: clientId
    name
    isSandboxClient
  }
}
fragment ChangeableGrant on PartnerGrant {
  id
  version
  state
  scopes
  effectiveScopes
  expiresAt
  key {
    id: keyId
    scopes
  }
  filter {
    type
    count
    values(first: 1000) {
      id: value
      label
    }
  }
}
fragment IdentityFacts on FirmIdentity {
  id
  website
  registration
  contact
  verifiedOn
}
fragment DeletionFacts on DeletionRequest {
  id
  requestedAt
  answer
  answeredAt
  note
}
fragment RequestingKey on GrantKey {
  id: keyId
  name
  environment
  firmName
  scopes
  state
}
fragment UsageOfDays on Usage {
  total
  days {
    date
    ok
    refused
    limited
    failed
  }
}`) as unknown as TypedDocumentString<ConnectedAppQuery, ConnectedAppQueryVariables>;
export const GrantToChangeDocument = new TypedDocumentString(`
    query GrantToChange($id: ID!) {
  grant(id: $id) {
    ...GrantTerms
    consents(first: 1) {
      nodes {
        id
      }
    }
  }
}
    fragment GrantTerms on PartnerGrant {
  ...GrantFacts
  ...ChangeableGrant
  replacedBy
  deletionRequest {
    ...DeletionFacts
  }
  key {
    id: keyId
    firmIdentity {
      ...IdentityFacts
    }
  }
}
fragment GrantFacts on PartnerGrant {
  id
  version
  state
  scopes
  effectiveScopes
  reference
  createdAt
  expiresAt
  revokedAt
  revokedBy
  endedAt
  linkId
  reviewDueAt
  lastReadAt
  key {
    ...RequestingKey
    firmId
    hasEnterprisePlan
  }
  client {
    id: clientId
    name
    isSandboxClient
  }
}
fragment ChangeableGrant on PartnerGrant {
  id
  version
  state
  scopes
  effectiveScopes
  expiresAt
  key {
    id: keyId
    scopes
  }
  filter {
    type
    count
    values(first: 1000) {
      id: value
      label
    }
  }
}
fragment IdentityFacts on FirmIdentity {
  id
  website
  registration
  contact
  verifiedOn
}
fragment DeletionFacts on DeletionRequest {
  id
  requestedAt
  answer
  answeredAt
  note
}
fragment RequestingKey on GrantKey {
  id: keyId
  name
  environment
  firmName
  scopes
  state
}`) as unknown as TypedDocumentString<GrantToChangeQuery, GrantToChangeQueryVariables>;
export const GrantHistoryDocument = new TypedDocumentString(`
    query GrantHistory($id: ID!, $after: String, $lastDays: Int, $counted: Boolean!) {
  grant(id: $id) {
    auditEvents(first: 10, after: $after, lastDays: $lastDays) {
      ...HistoryEvents
    }
  }
}
    fragment HistoryEvents on AuditEventsConnection {
  nodes {
    ...HistoryEvent
  }
  pageInfo {
    hasNextPage
    endCursor
  }
  totalCount @include(if: $counted)
}
fragment HistoryEvent on AuditEvent {
  id
  at
  actor
  action
  subject
  personName
  changes {
    member
    before {
      ...RecordedValue
    }
    after {
      ...RecordedValue
    }
    added {
      ...ListDifference
    }
    removed {
      ...ListDifference
    }
  }
}
fragment RecordedValue on AuditValue {
  text
  count
  values(first: 15) {
    value
    label
  }
}
fragment ListDifference on AuditValue {
  count
  values(first: 5) {
    value
    label
  }
}`) as unknown as TypedDocumentString<GrantHistoryQuery, GrantHistoryQueryVariables>;
export const GrantReadsDocument = new TypedDocumentString(`
    query GrantReads($id: ID!, $first: Int!, $after: String) {
  grant(id: $id) {
    reads(first: $first, after: $after) {
      nodes {
        id
        hour
        endpoint
        scopes
        requests
        assets
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<GrantReadsQuery, GrantReadsQueryVariables>;
export const ChangeGrantDocument = new TypedDocumentString(`
    mutation ChangeGrant($input: PartnerGrantChange!) {
  updateGrant(input: $input) {
    version
  }
}
    `) as unknown as TypedDocumentString<ChangeGrantMutation, ChangeGrantMutationVariables>;
export const KeepGrantDocument = new TypedDocumentString(`
    mutation KeepGrant($grantId: ID!) {
  confirmGrant(grantId: $grantId) {
    id
  }
}
    `) as unknown as TypedDocumentString<KeepGrantMutation, KeepGrantMutationVariables>;
export const AnswerDeletionDocument = new TypedDocumentString(`
    mutation AnswerDeletion($grantId: ID!, $answer: DeletionAnswer!, $note: String) {
  answerDeletion(grantId: $grantId, answer: $answer, note: $note) {
    id
  }
}
    `) as unknown as TypedDocumentString<AnswerDeletionMutation, AnswerDeletionMutationVariables>;
export const AssetToLeaveOutDocument = new TypedDocumentString(`
    query AssetToLeaveOut($clientId: ID!, $registryId: ID!) {
  portfolio(clientId: $clientId) {
    asset(registryId: $registryId) {
      registryId
      title
      category
    }
  }
}
    `) as unknown as TypedDocumentString<AssetToLeaveOutQuery, AssetToLeaveOutQueryVariables>;
export const AssetsExceptDocument = new TypedDocumentString(`
    query AssetsExcept($grantId: ID!, $registryId: ID!) {
  grantChoices {
    categories {
      category
      assetCount
    }
    assetsExcept(grantId: $grantId, registryId: $registryId) {
      id: registryId
      label: title
    }
  }
}
    `) as unknown as TypedDocumentString<AssetsExceptQuery, AssetsExceptQueryVariables>;
export const OverviewDocument = new TypedDocumentString(`
    query Overview($clientId: ID!, $today: Date!, $tomorrow: Date!, $soon: Date!, $monthAgo: Date!, $yearAgo: Date!, $beforeMonth: Date!, $beforeYear: Date!) {
  portfolio(clientId: $clientId) {
    summary {
      assetCount
      valuedAssetCount
      totalValue {
        ...Amount
      }
      categories {
        category
        assetCount
        totalValue {
          ...Amount
        }
      }
    }
    underinsured: assets(
      filter: {underinsured: true}
      orderBy: {field: market_value, direction: desc}
      first: 3
    ) {
      totalCount
      nodes {
        id
        registryId
        title
        valuation {
          marketValue {
            ...Amount
          }
          insuranceValue {
            ...Amount
          }
        }
      }
    }
    expiredLately: expiringDocuments(
      expiresFrom: $monthAgo
      expiresTo: $today
      first: 50
    ) {
      ...ExpiringDocuments
    }
    expiredThisYear: expiringDocuments(
      expiresFrom: $yearAgo
      expiresTo: $beforeMonth
      first: 50
    ) {
      ...ExpiringDocuments
    }
    expiredBefore: expiringDocuments(
      expiresFrom: "0001-01-01"
      expiresTo: $beforeYear
      first: 50
    ) {
      ...ExpiringDocuments
    }
    expiring: expiringDocuments(expiresFrom: $tomorrow, expiresTo: $soon, first: 50) {
      ...ExpiringDocuments
    }
  }
}
    fragment ExpiringDocuments on PortfolioExpiringDocumentsConnection {
  totalCount
  nodes {
    id
    registryId
    assetTitle
    document {
      id
      title
      expiresOn
    }
  }
}
fragment Amount on Money {
  amount
  currency
}`) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const ValueHistoryDocument = new TypedDocumentString(`
    query ValueHistory($clientId: ID!, $interval: Interval!, $from: DateTime!, $yearAgo: DateTime!, $tomorrow: DateTime!) {
  portfolio(clientId: $clientId) {
    valueHistory(interval: $interval, from: $from) {
      at
      value {
        ...Amount
      }
      valuedAssetCount
    }
    valuesAt(at: [$yearAgo, $tomorrow]) {
      at
      value {
        ...Amount
      }
      valuedAssetCount
    }
  }
}
    fragment Amount on Money {
  amount
  currency
}`) as unknown as TypedDocumentString<ValueHistoryQuery, ValueHistoryQueryVariables>;
export const OverviewGrantsDocument = new TypedDocumentString(`
    query OverviewGrants {
  connectedApps(first: 50) {
    nodes {
      id
      state
      effectiveScopes
      createdAt
      expiresAt
      lastReadAt
      filter {
        type
        count
        values(first: 5) {
          id: value
          label
        }
      }
      key {
        id: keyId
        name
        firmId
        firmName
        state
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<OverviewGrantsQuery, OverviewGrantsQueryVariables>;
export const AssetCategoriesDocument = new TypedDocumentString(`
    query AssetCategories($clientId: ID!) {
  portfolio(clientId: $clientId) {
    summary {
      assetCount
      categories {
        category
        assetCount
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AssetCategoriesQuery, AssetCategoriesQueryVariables>;
export const OwnAssetsDocument = new TypedDocumentString(`
    query OwnAssets($clientId: ID!, $filter: AssetListing, $orderBy: AssetOrder, $first: Int!, $after: String) {
  portfolio(clientId: $clientId) {
    assets(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      totalCount
      nodes {
        id
        registryId
        title
        category
        quantity
        updatedAt
        valuation {
          marketValue {
            ...Amount
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment Amount on Money {
  amount
  currency
}`) as unknown as TypedDocumentString<OwnAssetsQuery, OwnAssetsQueryVariables>;
export const OwnAssetDocument = new TypedDocumentString(`
    query OwnAsset($clientId: ID!, $registryId: ID!) {
  portfolio(clientId: $clientId) {
    asset(registryId: $registryId) {
      ...OwnAssetBlocks
      valuations(first: 3) {
        totalCount
      }
      documents(first: 3) {
        nodes {
          id
          title
          issuedOn
        }
      }
    }
  }
}
    fragment OwnAssetBlocks on Asset {
  registryId
  title
  category
  quantity
  createdAt
  updatedAt
  valuation {
    ...ValuationFields
  }
  detail {
    ...DetailFields
  }
  categoryDetail {
    members
  }
  documentation {
    ...DocumentationFields
  }
  estate {
    ...EstateFields
  }
  verification {
    ...VerificationFields
  }
}
fragment ValuationFields on AssetValuation {
  marketValue {
    ...Amount
  }
  purchasePrice {
    ...Amount
  }
  insuranceValue {
    ...Amount
  }
  valuedAt
}
fragment DetailFields on AssetDetail {
  description
  notes
  seller
  storageLocation
  collections {
    id
    name
  }
}
fragment DocumentationFields on AssetDocumentation {
  documentCount
  completenessScore
}
fragment EstateFields on AssetEstate {
  heirs {
    name
    relationship
    sharePercent
  }
  readiness {
    score
    gaps
  }
  shareLinks {
    id
    label
    createdAt
    expiresAt
    revokedAt
  }
}
fragment VerificationFields on AssetVerification {
  status
  riskScore
  tamperState
  scanCount
  scans {
    scannedAt
    method
    result
  }
}
fragment Amount on Money {
  amount
  currency
}`) as unknown as TypedDocumentString<OwnAssetQuery, OwnAssetQueryVariables>;
export const AssetValuationsDocument = new TypedDocumentString(`
    query AssetValuations($clientId: ID!, $registryId: ID!, $first: Int!, $after: String) {
  portfolio(clientId: $clientId) {
    asset(registryId: $registryId) {
      id
      valuations(first: $first, after: $after) {
        ...Valuations
      }
    }
  }
}
    fragment Valuations on AssetValuationsConnection {
  totalCount
  nodes {
    id
    source
    valuedAt
    value {
      ...Amount
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment Amount on Money {
  amount
  currency
}`) as unknown as TypedDocumentString<AssetValuationsQuery, AssetValuationsQueryVariables>;
export const AssetDocumentsDocument = new TypedDocumentString(`
    query AssetDocuments($clientId: ID!, $registryId: ID!) {
  portfolio(clientId: $clientId) {
    asset(registryId: $registryId) {
      id
      documents(first: 1000) {
        ...Documents
        completeness {
          id
          missing
        }
      }
    }
  }
}
    fragment Documents on AssetDocumentsConnection {
  totalCount
  nodes {
    id
    type
    title
    issuer
    issuedOn
    expiresOn
    fileSize
  }
}`) as unknown as TypedDocumentString<AssetDocumentsQuery, AssetDocumentsQueryVariables>;
export const AssetReadersDocument = new TypedDocumentString(`
    query AssetReaders($registryId: ID!) {
  assetGrants(registryId: $registryId, first: 100) {
    nodes {
      id
      effectiveScopes
      expiresAt
      key {
        id: keyId
        name
        firmName
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<AssetReadersQuery, AssetReadersQueryVariables>;
export const ExportedAssetsDocument = new TypedDocumentString(`
    query ExportedAssets($clientId: ID!, $after: String) {
  portfolio(clientId: $clientId) {
    assets(first: 50, after: $after) {
      totalCount
      nodes {
        ...OwnAssetBlocks
        valuations(first: 10) {
          ...Valuations
        }
        documents(first: 5) {
          ...Documents
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment Valuations on AssetValuationsConnection {
  totalCount
  nodes {
    id
    source
    valuedAt
    value {
      ...Amount
    }
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}
fragment Documents on AssetDocumentsConnection {
  totalCount
  nodes {
    id
    type
    title
    issuer
    issuedOn
    expiresOn
    fileSize
  }
}
fragment OwnAssetBlocks on Asset {
  registryId
  title
  category
  quantity
  createdAt
  updatedAt
  valuation {
    ...ValuationFields
  }
  detail {
    ...DetailFields
  }
  categoryDetail {
    members
  }
  documentation {
    ...DocumentationFields
  }
  estate {
    ...EstateFields
  }
  verification {
    ...VerificationFields
  }
}
fragment ValuationFields on AssetValuation {
  marketValue {
    ...Amount
  }
  purchasePrice {
    ...Amount
  }
  insuranceValue {
    ...Amount
  }
  valuedAt
}
fragment DetailFields on AssetDetail {
  description
  notes
  seller
  storageLocation
  collections {
    id
    name
  }
}
fragment DocumentationFields on AssetDocumentation {
  documentCount
  completenessScore
}
fragment EstateFields on AssetEstate {
  heirs {
    name
    relationship
    sharePercent
  }
  readiness {
    score
    gaps
  }
  shareLinks {
    id
    label
    createdAt
    expiresAt
    revokedAt
  }
}
fragment VerificationFields on AssetVerification {
  status
  riskScore
  tamperState
  scanCount
  scans {
    scannedAt
    method
    result
  }
}
fragment Amount on Money {
  amount
  currency
}`) as unknown as TypedDocumentString<ExportedAssetsQuery, ExportedAssetsQueryVariables>;
export const ReceiptDocument = new TypedDocumentString(`
    query Receipt($grantId: ID!, $name: String!) {
  grant(id: $grantId) {
    deletionRequest {
      ...DeletionFacts
    }
    receipt(name: $name) {
      ...ReceiptFacts
    }
  }
}
    fragment ReceiptFacts on Receipt {
  id
  event
  at
  version
  endedBy
  clientName
  firmName
  keyName
  firmIdentity {
    ...IdentityFacts
  }
  reference
  namesRecorded
  sentence
  language
  purpose
  linkId
  consentId
  digest
  terms {
    id
    scopes
    filterType
    filterValues
    expiresAt
  }
}
fragment IdentityFacts on FirmIdentity {
  id
  website
  registration
  contact
  verifiedOn
}
fragment DeletionFacts on DeletionRequest {
  id
  requestedAt
  answer
  answeredAt
  note
}`) as unknown as TypedDocumentString<ReceiptQuery, ReceiptQueryVariables>;
export const StatementDocument = new TypedDocumentString(`
    query Statement($clientId: ID!, $begin: DateTime!, $end: DateTime!) {
  portfolio(clientId: $clientId) {
    client {
      id
      name
    }
    valuesAt(at: [$begin, $end]) {
      at
      value {
        ...Amount
      }
      valuedAssetCount
      categories {
        category
        value {
          ...Amount
        }
        valuedAssetCount
      }
    }
  }
  connectedApps(first: 100) {
    nodes {
      id
      effectiveScopes
      createdAt
      endedAt
      key {
        id: keyId
        name
        firmName
      }
    }
    pageInfo {
      hasNextPage
    }
  }
}
    fragment Amount on Money {
  amount
  currency
}`) as unknown as TypedDocumentString<StatementQuery, StatementQueryVariables>;
export const GroupChoicesDocument = new TypedDocumentString(`
    query GroupChoices {
  grantChoices {
    categories {
      category
      assetCount
    }
    collections {
      id: collectionId
      label: name
      assetCount
    }
  }
}
    `) as unknown as TypedDocumentString<GroupChoicesQuery, GroupChoicesQueryVariables>;
export const AssetChoicesDocument = new TypedDocumentString(`
    query AssetChoices($search: String, $category: Category) {
  grantChoices {
    assets(search: $search, category: $category, first: 50) {
      id: registryId
      label: title
      category
    }
  }
}
    `) as unknown as TypedDocumentString<AssetChoicesQuery, AssetChoicesQueryVariables>;
export const ConsentTermsDocument = new TypedDocumentString(`
    query ConsentTerms($input: ConsentTermsInput!) {
  consentTerms(input: $input) {
    sentence
    firmIdentity {
      ...IdentityFacts
    }
    language
    digest
  }
}
    fragment IdentityFacts on FirmIdentity {
  id
  website
  registration
  contact
  verifiedOn
}`) as unknown as TypedDocumentString<ConsentTermsQuery, ConsentTermsQueryVariables>;
export const PreviewCountsDocument = new TypedDocumentString(`
    query PreviewCounts($link: String, $grantId: ID, $scopes: [Scope!]!, $filter: GrantFilterInput!) {
  grantPreview(link: $link, grantId: $grantId, scopes: $scopes, filter: $filter) {
    assetCount
    totalCount
    scopes {
      scope
      count
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewCountsQuery, PreviewCountsQueryVariables>;
export const PreviewExampleDocument = new TypedDocumentString(`
    query PreviewExample($link: String, $grantId: ID, $scopes: [Scope!]!, $filter: GrantFilterInput!) {
  grantPreview(link: $link, grantId: $grantId, scopes: $scopes, filter: $filter) {
    example {
      ...ExampleAsset
    }
  }
}
    fragment ExampleAsset on AssetPreview {
  registryId
  title
  category
  quantity
  valuation {
    ...ValuationFields
  }
  valuations(first: 3) {
    totalCount
  }
  detail {
    ...DetailFields
  }
  categoryDetail {
    members
  }
  documentation {
    ...DocumentationFields
  }
  documents(first: 3) {
    nodes {
      id
      title
      issuedOn
    }
  }
  estate {
    ...EstateFields
  }
  verification {
    ...VerificationFields
  }
}
fragment ValuationFields on AssetValuation {
  marketValue {
    ...Amount
  }
  purchasePrice {
    ...Amount
  }
  insuranceValue {
    ...Amount
  }
  valuedAt
}
fragment DetailFields on AssetDetail {
  description
  notes
  seller
  storageLocation
  collections {
    id
    name
  }
}
fragment DocumentationFields on AssetDocumentation {
  documentCount
  completenessScore
}
fragment EstateFields on AssetEstate {
  heirs {
    name
    relationship
    sharePercent
  }
  readiness {
    score
    gaps
  }
  shareLinks {
    id
    label
    createdAt
    expiresAt
    revokedAt
  }
}
fragment VerificationFields on AssetVerification {
  status
  riskScore
  tamperState
  scanCount
  scans {
    scannedAt
    method
    result
  }
}
fragment Amount on Money {
  amount
  currency
}`) as unknown as TypedDocumentString<PreviewExampleQuery, PreviewExampleQueryVariables>;
export const SessionDocument = new TypedDocumentString(`
    query Session {
  viewer {
    person {
      id: userId
      name
      email
      isStaff
      hasPortfolio
      environment
      memberships {
        role
        firm {
          id
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SessionQuery, SessionQueryVariables>;
export const FirmAdminsDocument = new TypedDocumentString(`
    query FirmAdmins($firmId: ID!) {
  firmMembers(firmId: $firmId) {
    members {
      id
      name
      email
      role
    }
  }
}
    `) as unknown as TypedDocumentString<FirmAdminsQuery, FirmAdminsQueryVariables>;
export const GrantConsentsDocument = new TypedDocumentString(`
    query GrantConsents($id: ID!, $after: String) {
  grant(id: $id) {
    client {
      id: clientId
      isSandboxClient
    }
    consents(first: 10, after: $after) {
      ...Consents
    }
  }
}
    fragment Consents on PartnerGrantConsentsConnection {
  nodes {
    id
    version
    sentence
    language
    purpose
    linkId
    at
  }
  pageInfo {
    hasNextPage
    endCursor
  }
}`) as unknown as TypedDocumentString<GrantConsentsQuery, GrantConsentsQueryVariables>;
export const ActiveGrantsDocument = new TypedDocumentString(`
    query ActiveGrants {
  connectedApps(first: 50, state: [active]) {
    nodes {
      id
      key {
        id: keyId
        firmId
        state
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ActiveGrantsQuery, ActiveGrantsQueryVariables>;
export const RevokeGrantDocument = new TypedDocumentString(`
    mutation RevokeGrant($grantId: ID!, $requestDeletion: Boolean) {
  revokeGrant(grantId: $grantId, requestDeletion: $requestDeletion) {
    version
  }
}
    `) as unknown as TypedDocumentString<RevokeGrantMutation, RevokeGrantMutationVariables>;
export const FirmKeyNamesDocument = new TypedDocumentString(`
    query FirmKeyNames($firmId: ID!, $environment: Environment!, $keyId: ID!, $isNamed: Boolean!) {
  firm(id: $firmId) {
    apiKeys(first: 100, environment: $environment, orderBy: name) {
      nodes {
        ...FilterKey
      }
    }
  }
  apiKey(id: $keyId) @include(if: $isNamed) {
    ...FilterKey
    firm {
      id
    }
  }
}
    fragment FilterKey on ApiKey {
  id
  name
  environment
  state
}`) as unknown as TypedDocumentString<FirmKeyNamesQuery, FirmKeyNamesQueryVariables>;
export const ClientKeysDocument = new TypedDocumentString(`
    query ClientKeys($firmId: ID!, $environment: Environment!) {
  firm(id: $firmId) {
    ...FirmStatus
    apiKeys(first: 100, environment: $environment) {
      nodes {
        ...AskingKey
      }
    }
    liveKeys: apiKeys(first: 100, environment: $environment, state: active) {
      nodes {
        ...AskingKey
      }
    }
  }
}
    fragment FirmStatus on Firm {
  id
  name
  plan
  planState
  tier
  requestsPerMinute
  keyManagement
  sandboxManagement: keyManagement(environment: sandbox)
}
fragment AskingKey on ApiKey {
  id
  name
  environment
  scopes
  state
  returnUrls
}`) as unknown as TypedDocumentString<ClientKeysQuery, ClientKeysQueryVariables>;
export const NamedKeyDocument = new TypedDocumentString(`
    query NamedKey($keyId: ID!) {
  apiKey(id: $keyId) {
    ...AskingKey
    firm {
      id
    }
  }
}
    fragment AskingKey on ApiKey {
  id
  name
  environment
  scopes
  state
  returnUrls
}`) as unknown as TypedDocumentString<NamedKeyQuery, NamedKeyQueryVariables>;
export const FirmClientsDocument = new TypedDocumentString(`
    query FirmClients($firmId: ID!, $environment: Environment!, $keyId: ID, $only: FirmClientFilter, $search: String, $first: Int!, $after: String) {
  firmClients(
    firmId: $firmId
    environment: $environment
    keyId: $keyId
    only: $only
    search: $search
    first: $first
    after: $after
  ) {
    nodes {
      ...ClientRow
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment AskingKey on ApiKey {
  id
  name
  environment
  scopes
  state
  returnUrls
}
fragment ClientRow on FirmClient {
  id
  key {
    ...AskingKey
  }
  grant {
    id
    version
    state
    scopes
    effectiveScopes
    filter {
      type
      count
    }
    createdAt
    expiresAt
    endedAt
    deletionRequest {
      answer
    }
    lastReadAt
    reference
    client {
      id: clientId
      name
      isSandboxClient
    }
  }
  link {
    ...LinkRow
  }
}
fragment LinkRow on ConnectionLink {
  id
  path
  scopes
  purpose
  reference
  email
  singleUse
  state
  createdAt
  expiresAt
  answeredCount
  visits {
    clientName
    answeredAt
  }
}`) as unknown as TypedDocumentString<FirmClientsQuery, FirmClientsQueryVariables>;
export const LinkMailDocument = new TypedDocumentString(`
    query LinkMail {
  mailSettings {
    isSent
  }
}
    `) as unknown as TypedDocumentString<LinkMailQuery, LinkMailQueryVariables>;
export const RevokeConnectionLinkDocument = new TypedDocumentString(`
    mutation RevokeConnectionLink($linkId: ID!) {
  revokeConnectionLink(linkId: $linkId) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeConnectionLinkMutation, RevokeConnectionLinkMutationVariables>;
export const NarrowGrantDocument = new TypedDocumentString(`
    mutation NarrowGrant($input: GrantNarrowing!) {
  narrowGrant(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<NarrowGrantMutation, NarrowGrantMutationVariables>;
export const ReturnGrantDocument = new TypedDocumentString(`
    mutation ReturnGrant($grantId: ID!) {
  returnGrant(grantId: $grantId) {
    id
  }
}
    `) as unknown as TypedDocumentString<ReturnGrantMutation, ReturnGrantMutationVariables>;
export const CreateConnectionLinkDocument = new TypedDocumentString(`
    mutation CreateConnectionLink($input: NewConnectionLink!) {
  createConnectionLink(input: $input) {
    path
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<CreateConnectionLinkMutation, CreateConnectionLinkMutationVariables>;
export const CreateConnectionLinksDocument = new TypedDocumentString(`
    mutation CreateConnectionLinks($input: NewLinkList!) {
  createConnectionLinks(input: $input) {
    created
    open
    problems {
      index
    }
  }
}
    `) as unknown as TypedDocumentString<CreateConnectionLinksMutation, CreateConnectionLinksMutationVariables>;
export const RemindOfConnectionLinksDocument = new TypedDocumentString(`
    mutation RemindOfConnectionLinks($keyId: ID!) {
  remindOfConnectionLinks(keyId: $keyId)
}
    `) as unknown as TypedDocumentString<RemindOfConnectionLinksMutation, RemindOfConnectionLinksMutationVariables>;
export const FirmDashboardDocument = new TypedDocumentString(`
    query FirmDashboard($firmId: ID!, $environment: Environment!) {
  firm(id: $firmId) {
    ...FirmStatus
    clientCount(environment: $environment)
    usage(days: 30, environment: $environment) {
      ...UsageOfDays
    }
    apiKeys(first: 5, environment: $environment) {
      nodes {
        ...KeyRow
        usage(days: 30) {
          ...UsageOfDays
        }
      }
      totalCount
    }
    busiestMinute(days: 30) {
      at
      requests
      key {
        id
        name
        requestsPerMinute
      }
    }
    allClients: clientCount
    allUsage: usage(days: 30) {
      total
    }
    newestKeys: apiKeys(first: 5) {
      nodes {
        id
        lastUsedAt
      }
      totalCount
    }
  }
}
    fragment FirmStatus on Firm {
  id
  name
  plan
  planState
  tier
  requestsPerMinute
  keyManagement
  sandboxManagement: keyManagement(environment: sandbox)
}
fragment KeyRow on ApiKey {
  id
  name
  environment
  scopes
  state
  tier
  requestsPerMinute
  createdBy
  createdAt
  lastUsedAt
  clientCount
  secrets {
    reference
    expiresAt
  }
}
fragment UsageOfDays on Usage {
  total
  days {
    date
    ok
    refused
    limited
    failed
  }
}`) as unknown as TypedDocumentString<FirmDashboardQuery, FirmDashboardQueryVariables>;
export const FirmHistoryDocument = new TypedDocumentString(`
    query FirmHistory($firmId: ID!, $after: String, $kinds: [AuditKind!], $lastDays: Int, $counted: Boolean!) {
  firm(id: $firmId) {
    auditEvents(first: 6, after: $after, kinds: $kinds, lastDays: $lastDays) {
      ...HistoryEvents
    }
  }
}
    fragment HistoryEvents on AuditEventsConnection {
  nodes {
    ...HistoryEvent
  }
  pageInfo {
    hasNextPage
    endCursor
  }
  totalCount @include(if: $counted)
}
fragment HistoryEvent on AuditEvent {
  id
  at
  actor
  action
  subject
  personName
  changes {
    member
    before {
      ...RecordedValue
    }
    after {
      ...RecordedValue
    }
    added {
      ...ListDifference
    }
    removed {
      ...ListDifference
    }
  }
}
fragment RecordedValue on AuditValue {
  text
  count
  values(first: 15) {
    value
    label
  }
}
fragment ListDifference on AuditValue {
  count
  values(first: 5) {
    value
    label
  }
}`) as unknown as TypedDocumentString<FirmHistoryQuery, FirmHistoryQueryVariables>;
export const FirmKeyDocument = new TypedDocumentString(`
    query FirmKey($keyId: ID!) {
  apiKey(id: $keyId) {
    ...KeyRow
    allowedIps
    returnUrls
    createsLinks
    trustedDocumentsOnly
    expiresAt
    revokedAt
    firm {
      ...FirmStatus
    }
    usage(days: 30) {
      ...UsageOfDays
    }
    lastWeek: usage(days: 7) {
      total
    }
    newest: grants(first: 10) {
      nodes {
        id
        state
        createdAt
        lastReadAt
        client {
          id: clientId
          name
        }
      }
    }
  }
  viewer {
    version
  }
}
    fragment FirmStatus on Firm {
  id
  name
  plan
  planState
  tier
  requestsPerMinute
  keyManagement
  sandboxManagement: keyManagement(environment: sandbox)
}
fragment KeyRow on ApiKey {
  id
  name
  environment
  scopes
  state
  tier
  requestsPerMinute
  createdBy
  createdAt
  lastUsedAt
  clientCount
  secrets {
    reference
    expiresAt
  }
}
fragment UsageOfDays on Usage {
  total
  days {
    date
    ok
    refused
    limited
    failed
  }
}`) as unknown as TypedDocumentString<FirmKeyQuery, FirmKeyQueryVariables>;
export const KeyHistoryDocument = new TypedDocumentString(`
    query KeyHistory($keyId: ID!, $after: String, $kinds: [AuditKind!], $lastDays: Int, $counted: Boolean!) {
  apiKey(id: $keyId) {
    auditEvents(first: 10, after: $after, kinds: $kinds, lastDays: $lastDays) {
      ...HistoryEvents
    }
  }
}
    fragment HistoryEvents on AuditEventsConnection {
  nodes {
    ...HistoryEvent
  }
  pageInfo {
    hasNextPage
    endCursor
  }
  totalCount @include(if: $counted)
}
fragment HistoryEvent on AuditEvent {
  id
  at
  actor
  action
  subject
  personName
  changes {
    member
    before {
      ...RecordedValue
    }
    after {
      ...RecordedValue
    }
    added {
      ...ListDifference
    }
    removed {
      ...ListDifference
    }
  }
}
fragment RecordedValue on AuditValue {
  text
  count
  values(first: 15) {
    value
    label
  }
}
fragment ListDifference on AuditValue {
  count
  values(first: 5) {
    value
    label
  }
}`) as unknown as TypedDocumentString<KeyHistoryQuery, KeyHistoryQueryVariables>;
export const UpdateApiKeyDocument = new TypedDocumentString(`
    mutation UpdateApiKey($input: ApiKeyChange!) {
  updateApiKey(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateApiKeyMutation, UpdateApiKeyMutationVariables>;
export const RollApiKeyDocument = new TypedDocumentString(`
    mutation RollApiKey($input: ApiKeyRoll!) {
  rollApiKey(input: $input) {
    secret
    key {
      id
      secrets {
        reference
        expiresAt
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RollApiKeyMutation, RollApiKeyMutationVariables>;
export const RevokeApiKeyDocument = new TypedDocumentString(`
    mutation RevokeApiKey($keyId: ID!) {
  revokeApiKey(keyId: $keyId) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const FirmKeysDocument = new TypedDocumentString(`
    query FirmKeys($firmId: ID!, $after: String, $search: String, $state: KeyState, $environment: Environment, $orderBy: KeyOrder) {
  firm(id: $firmId) {
    ...FirmStatus
    apiKeys(
      first: 25
      after: $after
      search: $search
      state: $state
      environment: $environment
      orderBy: $orderBy
    ) {
      totalCount
      nodes {
        ...KeyRow
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
  viewer {
    version
  }
}
    fragment FirmStatus on Firm {
  id
  name
  plan
  planState
  tier
  requestsPerMinute
  keyManagement
  sandboxManagement: keyManagement(environment: sandbox)
}
fragment KeyRow on ApiKey {
  id
  name
  environment
  scopes
  state
  tier
  requestsPerMinute
  createdBy
  createdAt
  lastUsedAt
  clientCount
  secrets {
    reference
    expiresAt
  }
}`) as unknown as TypedDocumentString<FirmKeysQuery, FirmKeysQueryVariables>;
export const CreateApiKeyDocument = new TypedDocumentString(`
    mutation CreateApiKey($input: NewApiKey!) {
  createApiKey(input: $input) {
    keyId
    secret
    key {
      id
      name
      environment
      grants(first: 1) {
        nodes {
          client {
            id: clientId
            isSandboxClient
          }
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const MembersDocument = new TypedDocumentString(`
    query Members($firmId: ID!) {
  firm(id: $firmId) {
    id
    name
  }
  firmMembers(firmId: $firmId) {
    members {
      ...MemberRow
    }
    invitations {
      ...InvitationRow
    }
  }
}
    fragment MemberRow on FirmMember {
  id
  userId
  name
  email
  role
  joinedAt
  canSignIn
  isProved
}
fragment InvitationRow on MemberInvitation {
  id
  name
  email
  role
  invitedBy
  createdAt
  expiresAt
}`) as unknown as TypedDocumentString<MembersQuery, MembersQueryVariables>;
export const InviteMemberDocument = new TypedDocumentString(`
    mutation InviteMember($input: NewMember!) {
  inviteMember(input: $input) {
    path
    invitation {
      ...InvitationRow
    }
  }
}
    fragment InvitationRow on MemberInvitation {
  id
  name
  email
  role
  invitedBy
  createdAt
  expiresAt
}`) as unknown as TypedDocumentString<InviteMemberMutation, InviteMemberMutationVariables>;
export const WithdrawMemberInvitationDocument = new TypedDocumentString(`
    mutation WithdrawMemberInvitation($firmId: ID!, $invitationId: ID!) {
  withdrawMemberInvitation(firmId: $firmId, invitationId: $invitationId)
}
    `) as unknown as TypedDocumentString<WithdrawMemberInvitationMutation, WithdrawMemberInvitationMutationVariables>;
export const SetMemberRoleDocument = new TypedDocumentString(`
    mutation SetMemberRole($input: MemberRoleChange!) {
  setMemberRole(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<SetMemberRoleMutation, SetMemberRoleMutationVariables>;
export const RemoveMemberDocument = new TypedDocumentString(`
    mutation RemoveMember($firmId: ID!, $userId: ID!) {
  removeMember(firmId: $firmId, userId: $userId) {
    keys {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<RemoveMemberMutation, RemoveMemberMutationVariables>;
export const RequestErrorsDocument = new TypedDocumentString(`
    query RequestErrors($keyId: ID!) {
  apiKey(id: $keyId) {
    errorGroups(days: 7) {
      id
      code
      endpoint
      daily
      lastAt
      lastRequestId
    }
  }
}
    `) as unknown as TypedDocumentString<RequestErrorsQuery, RequestErrorsQueryVariables>;
export const RequestLogDocument = new TypedDocumentString(`
    query RequestLog($firmId: ID!, $environment: Environment, $keyId: ID, $after: String, $outcome: RequestOutcome, $code: String, $since: DateTime, $until: DateTime, $search: String) {
  requestLog(
    firmId: $firmId
    environment: $environment
    keyId: $keyId
    first: 20
    after: $after
    outcome: $outcome
    code: $code
    since: $since
    until: $until
    search: $search
  ) {
    totalCount
    nodes {
      ...RequestRow
      ...RequestAnswer
      key {
        id
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment RequestRow on LoggedRequest {
  id
  requestId
  at
  method
  endpoint
  path
  parameters
  clientId
  status
  code
  milliseconds
}
fragment RequestAnswer on LoggedRequest {
  clientName
  bytes
  address
  version
}`) as unknown as TypedDocumentString<RequestLogQuery, RequestLogQueryVariables>;
export const LoggedRequestsDocument = new TypedDocumentString(`
    query LoggedRequests($firmId: ID!, $requestId: String!, $keyId: ID) {
  loggedRequests(requestId: $requestId, keyId: $keyId) {
    ...RequestRow
    ...RequestAnswer
    message
    cost
    key {
      id
      name
      firm {
        id
      }
    }
  }
  firm(id: $firmId) {
    id
  }
}
    fragment RequestRow on LoggedRequest {
  id
  requestId
  at
  method
  endpoint
  path
  parameters
  clientId
  status
  code
  milliseconds
}
fragment RequestAnswer on LoggedRequest {
  clientName
  bytes
  address
  version
}`) as unknown as TypedDocumentString<LoggedRequestsQuery, LoggedRequestsQueryVariables>;
export const SandboxKeyDocument = new TypedDocumentString(`
    query SandboxKey($keyId: ID!) {
  apiKey(id: $keyId) {
    environment
    state
    firm {
      ...FirmStatus
    }
  }
  viewer {
    version
  }
}
    fragment FirmStatus on Firm {
  id
  name
  plan
  planState
  tier
  requestsPerMinute
  keyManagement
  sandboxManagement: keyManagement(environment: sandbox)
}`) as unknown as TypedDocumentString<SandboxKeyQuery, SandboxKeyQueryVariables>;
export const RunSandboxScenarioDocument = new TypedDocumentString(`
    mutation RunSandboxScenario($name: SandboxScenario!, $seed: Int!, $keyId: ID!) {
  sandboxScenario(name: $name, seed: $seed, keyId: $keyId) {
    changed
    at
  }
}
    `) as unknown as TypedDocumentString<RunSandboxScenarioMutation, RunSandboxScenarioMutationVariables>;
export const FirmWebhooksDocument = new TypedDocumentString(`
    query FirmWebhooks($firmId: ID!, $environment: Environment!, $after: String) {
  firm(id: $firmId) {
    apiKeys(first: 50, after: $after, environment: $environment, orderBy: name) {
      nodes {
        id
        name
        webhookEndpoints {
          id
          url
          state
          failingSince
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<FirmWebhooksQuery, FirmWebhooksQueryVariables>;
export const KeyWebhooksDocument = new TypedDocumentString(`
    query KeyWebhooks($keyId: ID!, $attempts: Int!) {
  apiKey(id: $keyId) {
    environment
    state
    firm {
      ...FirmStatus
    }
    webhookEndpoints {
      ...WebhookRow
      attempts(first: $attempts) {
        nodes {
          ...AttemptRow
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  }
}
    fragment FirmStatus on Firm {
  id
  name
  plan
  planState
  tier
  requestsPerMinute
  keyManagement
  sandboxManagement: keyManagement(environment: sandbox)
}
fragment WebhookRow on WebhookEndpoint {
  id
  url
  state
  pausedBy
  pausedAt
  failingSince
  nextTryAt
  behindSince
  previousSecretUntil
  createdBy
  createdAt
}
fragment AttemptRow on WebhookAttempt {
  id
  at
  eventId
  type
  result
  status
  milliseconds
}`) as unknown as TypedDocumentString<KeyWebhooksQuery, KeyWebhooksQueryVariables>;
export const CreateWebhookEndpointDocument = new TypedDocumentString(`
    mutation CreateWebhookEndpoint($input: NewWebhookEndpoint!) {
  createWebhookEndpoint(input: $input) {
    secret
  }
}
    `) as unknown as TypedDocumentString<CreateWebhookEndpointMutation, CreateWebhookEndpointMutationVariables>;
export const RollWebhookSecretDocument = new TypedDocumentString(`
    mutation RollWebhookSecret($input: WebhookSecretRoll!) {
  rollWebhookSecret(input: $input) {
    secret
  }
}
    `) as unknown as TypedDocumentString<RollWebhookSecretMutation, RollWebhookSecretMutationVariables>;
export const PauseWebhookEndpointDocument = new TypedDocumentString(`
    mutation PauseWebhookEndpoint($endpointId: ID!) {
  pauseWebhookEndpoint(endpointId: $endpointId) {
    id
  }
}
    `) as unknown as TypedDocumentString<PauseWebhookEndpointMutation, PauseWebhookEndpointMutationVariables>;
export const ResumeWebhookEndpointDocument = new TypedDocumentString(`
    mutation ResumeWebhookEndpoint($endpointId: ID!) {
  resumeWebhookEndpoint(endpointId: $endpointId) {
    id
  }
}
    `) as unknown as TypedDocumentString<ResumeWebhookEndpointMutation, ResumeWebhookEndpointMutationVariables>;
export const DeleteWebhookEndpointDocument = new TypedDocumentString(`
    mutation DeleteWebhookEndpoint($endpointId: ID!) {
  deleteWebhookEndpoint(endpointId: $endpointId)
}
    `) as unknown as TypedDocumentString<DeleteWebhookEndpointMutation, DeleteWebhookEndpointMutationVariables>;
export const SendWebhookTestDocument = new TypedDocumentString(`
    mutation SendWebhookTest($endpointId: ID!) {
  sendWebhookTest(endpointId: $endpointId) {
    id
  }
}
    `) as unknown as TypedDocumentString<SendWebhookTestMutation, SendWebhookTestMutationVariables>;
export const SendWebhookAgainDocument = new TypedDocumentString(`
    mutation SendWebhookAgain($attemptId: ID!) {
  sendWebhookAgain(attemptId: $attemptId) {
    id
  }
}
    `) as unknown as TypedDocumentString<SendWebhookAgainMutation, SendWebhookAgainMutationVariables>;
export const FirmsDocument = new TypedDocumentString(`
    query Firms($after: String) {
  firms(first: 25, after: $after) {
    nodes {
      id
      name
      plan
      planState
      tier
      requestsPerMinute
      clientCount(environment: production)
      identity {
        ...IdentityFacts
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
  }
}
    fragment IdentityFacts on FirmIdentity {
  id
  website
  registration
  contact
  verifiedOn
}`) as unknown as TypedDocumentString<FirmsQuery, FirmsQueryVariables>;
export const SetFirmIdentityDocument = new TypedDocumentString(`
    mutation SetFirmIdentity($firmId: ID!, $identity: NewFirmIdentity) {
  setFirmIdentity(firmId: $firmId, identity: $identity) {
    id
    identity {
      ...IdentityFacts
    }
  }
}
    fragment IdentityFacts on FirmIdentity {
  id
  website
  registration
  contact
  verifiedOn
}`) as unknown as TypedDocumentString<SetFirmIdentityMutation, SetFirmIdentityMutationVariables>;
export const PersonAccountDocument = new TypedDocumentString(`
    query PersonAccount($userId: ID!) {
  personAccount(userId: $userId) {
    ...AccountFacts
    signInEvents(first: 10) {
      nodes {
        ...SignInActivityRow
      }
      totalCount
    }
    links(first: 10) {
      nodes {
        id
        firmId
        firmName
        keyId
        keyName
        reference
        state
        createdAt
        answer
        answeredAt
      }
      totalCount
    }
    mails(first: 10) {
      nodes {
        id
        kind
        state
        createdAt
        sentAt
      }
      totalCount
    }
    auditEvents(first: 10) {
      nodes {
        ...HistoryEvent
      }
      totalCount
    }
  }
}
    fragment HistoryEvent on AuditEvent {
  id
  at
  actor
  action
  subject
  personName
  changes {
    member
    before {
      ...RecordedValue
    }
    after {
      ...RecordedValue
    }
    added {
      ...ListDifference
    }
    removed {
      ...ListDifference
    }
  }
}
fragment RecordedValue on AuditValue {
  text
  count
  values(first: 15) {
    value
    label
  }
}
fragment ListDifference on AuditValue {
  count
  values(first: 5) {
    value
    label
  }
}
fragment SignInActivityRow on SignInEvent {
  id
  at
  action
  outcome
  times
  ipAddress
  userAgent
}
fragment AccountFacts on PersonAccount {
  id
  userId
  name
  email
  isStaff
  environment
  isProved
  hasPassword
  locks {
    id
    kind
    until
  }
  isLockedOut
  hasSecondFactor
  passkeyCount
  sessionCount
  createdAt
  lastSignInAt
  invitedUntil
  erasedAt
  memberships {
    id
    role
    firm {
      id
      name
    }
  }
}`) as unknown as TypedDocumentString<PersonAccountQuery, PersonAccountQueryVariables>;
export const PersonConnectionsDocument = new TypedDocumentString(`
    query PersonConnections($clientId: ID!) {
  connectedApps(clientId: $clientId, first: 10, orderBy: newest) {
    nodes {
      id
      state
      createdAt
      lastReadAt
      key {
        id: keyId
        name
        firmName
        state
      }
    }
    totalCount
  }
}
    `) as unknown as TypedDocumentString<PersonConnectionsQuery, PersonConnectionsQueryVariables>;
export const LockPersonDocument = new TypedDocumentString(`
    mutation LockPerson($input: AccountHelp!) {
  lockPerson(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<LockPersonMutation, LockPersonMutationVariables>;
export const UnlockPersonDocument = new TypedDocumentString(`
    mutation UnlockPerson($input: AccountHelp!) {
  unlockPerson(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UnlockPersonMutation, UnlockPersonMutationVariables>;
export const SendInvitationDocument = new TypedDocumentString(`
    mutation SendInvitation($input: AccountHelp!) {
  sendInvitation(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<SendInvitationMutation, SendInvitationMutationVariables>;
export const ResetFactorsDocument = new TypedDocumentString(`
    mutation ResetFactors($input: AccountHelp!) {
  resetFactors(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<ResetFactorsMutation, ResetFactorsMutationVariables>;
export const StaffSearchDocument = new TypedDocumentString(`
    query StaffSearch($text: String!) {
  staffSearch(text: $text) {
    firms {
      id
      name
      plan
      planState
    }
    people {
      id: userId
      name
      email
      isStaff
    }
    clients {
      id: clientId
      name
      environment
      sandboxFirmName
    }
    keys {
      id
      name
      environment
      state
      firm {
        id
        name
      }
    }
    grants {
      id
      state
      createdAt
      key {
        id: keyId
        name
        firmId
        firmName
      }
      client {
        id: clientId
        name
      }
    }
    requests {
      id
      requestId
      at
      method
      endpoint
      path
      status
      key {
        id
        name
        firm {
          id
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<StaffSearchQuery, StaffSearchQueryVariables>;