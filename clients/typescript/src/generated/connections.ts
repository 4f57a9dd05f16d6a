/** The connections of the schema by type and field, with the arguments that choose or order their entries. */
export const CONNECTIONS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "ApiKey": {
    "auditEvents": [
      "kinds",
      "lastDays"
    ],
    "grants": []
  },
  "Asset": {
    "documents": [
      "expiresFrom",
      "expiresTo",
      "issuedFrom",
      "issuedTo"
    ],
    "valuations": [
      "since",
      "source",
      "until"
    ]
  },
  "AssetPreview": {
    "documents": [
      "expiresFrom",
      "expiresTo",
      "issuedFrom",
      "issuedTo"
    ],
    "valuations": [
      "since",
      "source",
      "until"
    ]
  },
  "Firm": {
    "apiKeys": [
      "environment",
      "orderBy",
      "search",
      "state"
    ],
    "auditEvents": [
      "kinds",
      "lastDays"
    ]
  },
  "PartnerGrant": {
    "auditEvents": [
      "kinds",
      "lastDays"
    ],
    "consents": [],
    "reads": []
  },
  "PersonAccount": {
    "auditEvents": [
      "kinds",
      "lastDays"
    ],
    "links": [],
    "mails": [],
    "signInEvents": []
  },
  "Portfolio": {
    "assets": [
      "filter",
      "orderBy",
      "require"
    ],
    "expiringDocuments": [
      "expiresFrom",
      "expiresTo"
    ]
  },
  "Query": {
    "apiKeys": [
      "environment",
      "firmId",
      "orderBy",
      "search",
      "state"
    ],
    "assetGrants": [
      "clientId",
      "registryId"
    ],
    "auditEvents": [
      "clientId",
      "firmId",
      "kinds",
      "lastDays"
    ],
    "connectedApps": [
      "clientId",
      "orderBy",
      "search",
      "state"
    ],
    "endedGrants": [],
    "expiringDocuments": [
      "expiresFrom",
      "expiresTo"
    ],
    "firmClients": [
      "environment",
      "firmId",
      "keyId",
      "only",
      "search"
    ],
    "firms": [],
    "plants": [],
    "platformFigures": [
      "from",
      "to"
    ],
    "portfolioFigures": [
      "month"
    ],
    "portfolios": [],
    "requestLog": [
      "clientId",
      "code",
      "endpoint",
      "environment",
      "firmId",
      "keyId",
      "outcome",
      "search",
      "since",
      "until"
    ],
    "signInEvents": [
      "kinds",
      "lastDays"
    ]
  },
  "WebhookEndpoint": {
    "attempts": [],
    "auditEvents": [
      "kinds",
      "lastDays"
    ]
  }
}

/** The types without an id: a cache stores them inside the object that has them. */
export const VALUES: readonly string[] = [
  "AntiquesDetail",
  "ArtDetail",
  "AssetCertification",
  "AssetStone",
  "Attribute",
  "AuditListValue",
  "AuditValue",
  "BooksDetail",
  "CategoryTotals",
  "CategoryValue",
  "Changes",
  "CoinsDetail",
  "CollectiblesDetail",
  "CurrencyTotals",
  "FashionDetail",
  "GemstonesDetail",
  "JewelryDetail",
  "LinkList",
  "LinkListProblem",
  "Money",
  "MusicalInstrumentsDetail",
  "NewSecret",
  "NewToken",
  "NewWebhookSecret",
  "OtherDetail",
  "PlatformCount",
  "PortfolioTotals",
  "PortfolioValue",
  "PreciousMetalsDetail",
  "RealEstateDetail",
  "Removal",
  "SandboxRun",
  "SentInvitation",
  "StaffSearch",
  "Sync",
  "ValuePoint",
  "VehiclesDetail",
  "WatchesDetail",
  "WineDetail"
]
