"""The objects that the gateway answers with. `npm run generate` writes this file from openapi.json."""
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict


class Grant(TypedDict):
    """The grant of the client to the key. It explains which members are present."""

    id: str
    version: int
    scopes: List[Scope]
    asset_filter: AssetFilterType
    expires_at: Optional[str]


class _Change(TypedDict):
    id: str
    type: ChangeType
    at: str
    client_id: str
    grant: ChangedGrant
    reference: Optional[str]


class Change(_Change, total=False):
    """A change of a grant, or of what it shows. It has no data of the portfolio. A client has one change of a type for several that followed each other."""

    reason: EndReason
    effect: List[GrantEffect]
    deletion_requested: bool


class Key(TypedDict):
    id: str
    name: str
    environment: Environment
    tier: Tier
    scopes: List[Scope]
    firm: Firm


class _ClientGrant(TypedDict):
    client_id: str
    id: str
    version: int
    scopes: List[Scope]
    asset_filter: AssetFilterType
    expires_at: Optional[str]
    reference: Optional[str]
    connected_at: str


class ClientGrant(_ClientGrant, total=False):
    name: str
    reason: EndReason
    ended_at: str
    deletion_requested: bool
    deletion_answer: Optional[DeletionAnswer]


class _Connection(TypedDict):
    id: str
    link_id: str
    reference: Optional[str]
    state: ConnectionState


class Connection(_Connection, total=False):
    """A client's answer to a connection link of the key."""

    client_id: str
    grant: ConnectedGrant


class _Asset(TypedDict):
    id: str
    registry_id: str
    title: str
    category: Category
    quantity: str
    created_at: str
    updated_at: str


class Asset(_Asset, total=False):
    """One asset of a portfolio. A block whose scope is not granted is null."""

    valuation: AssetValuation
    detail: AssetDetail
    category_detail: CategoryDetail
    documentation: AssetDocumentation
    estate: AssetEstate
    verification: AssetVerification
    valuations: Valuations
    documents: Documents


class Sync(TypedDict):
    """The part of a page for delta sync."""

    mode: SyncMode
    complete: bool
    as_of: Optional[str]
    removed: List[Removal]


class Valuation(TypedDict):
    """An entry of an asset's valuation history."""

    id: str
    value: Money
    source: str
    valued_at: str


class Document(TypedDict):
    """The metadata of a document; its contents are never served."""

    id: str
    type: str
    title: str
    issuer: Optional[str]
    issued_on: Optional[str]
    expires_on: Optional[str]
    file_size: Optional[int]


class Completeness(TypedDict):
    """How much of the documentation recommended for the category is present."""

    score: int
    recommended: List[str]
    present: List[str]
    missing: List[str]


class _Summary(TypedDict):
    client_id: str
    currency: str
    as_of: str
    digest: str
    asset_count: int
    categories: List[CategorySummary]


class Summary(_Summary, total=False):
    total_value: Money
    valued_asset_count: int
    documentation: SummaryDocumentation

Category = str


class Money(TypedDict):
    """An exact amount with its ISO 4217 currency."""

    amount: str
    currency: str


class AssetValuation(TypedDict):
    """The values of the asset."""

    market_value: Optional[Money]
    purchase_price: Optional[Money]
    insurance_value: Optional[Money]
    valued_at: Optional[str]


class Collection(TypedDict):
    """A named group of assets of a client."""

    id: str
    name: str


class AssetDetail(TypedDict):
    """Description and location of the asset."""

    description: Optional[str]
    notes: Optional[str]
    seller: Optional[str]
    storage_location: Optional[str]
    collections: List[Collection]


class CategoryDetailStones(TypedDict, total=False):
    stone: str
    carat: str
    cut: str
    color: str
    clarity: str


class CategoryDetailCertification(TypedDict, total=False):
    """The report of a laboratory. Of `gemstones`."""

    lab: str
    number: str


class _CategoryDetail(TypedDict):
    type: Category


class CategoryDetail(_CategoryDetail, total=False):
    """The members of the category that `type` names. Each of them is absent if it is not known."""

    metal: str
    form: str
    purity: str
    gross_weight_g: str
    mint: str
    serial_number: str
    brand: str
    model: str
    reference: str
    year: int
    movement: str
    case_material: str
    box: bool
    papers: bool
    kind: str
    stones: List[CategoryDetailStones]
    stone: str
    carat: str
    cut: str
    color: str
    clarity: str
    certification: CategoryDetailCertification
    creators: List[str]
    date: str
    medium: str
    dimensions: str
    edition: str
    signed: bool
    maker: str
    period: str
    origin: str
    material: str
    country: str
    denomination: str
    grade: str
    grading_service: str
    certification_number: str
    producer: str
    vintage: str
    region: str
    varietal: str
    bottle_size_ml: int
    bottles: int
    make: str
    vin: str
    mileage_km: int
    engine: str
    author: str
    publisher: str
    language: str
    size: str
    series: str
    address: str
    area_m2: str
    year_built: int
    tenure: str
    attributes: Dict[str, str]


class AssetDocumentation(TypedDict):
    """How well the asset is documented."""

    document_count: int
    completeness_score: int


class Heir(TypedDict):
    """A person who inherits a share of the asset."""

    name: str
    relationship: Optional[str]
    share_percent: float


class ShareLink(TypedDict):
    """A link by which the client shares the asset; its secret is never shown."""

    id: str
    label: str
    created_at: str
    expires_at: Optional[str]
    revoked_at: Optional[str]


class EstateReadiness(TypedDict):
    """How ready the asset is to be inherited."""

    score: Optional[int]
    gaps: List[str]


class AssetEstate(TypedDict):
    """Heirs of the asset, share links and readiness of the estate."""

    heirs: List[Heir]
    share_links: List[ShareLink]
    readiness: EstateReadiness


class Scan(TypedDict):
    """One scan of the asset or of its tag."""

    scanned_at: str
    method: str
    result: str


class AssetVerification(TypedDict):
    """The result of authenticity checks."""

    status: Optional[str]
    risk_score: Optional[int]
    tamper_state: Optional[str]
    scan_count: int
    scans: Optional[List[Scan]]

Scope = str

AssetFilterType = str

ChangeType = str


class ChangedGrant(TypedDict):
    """The grant of a change."""

    id: str
    version: int

EndReason = str

GrantEffect = str

Environment = Literal['production', 'sandbox']

Tier = str


class Firm(TypedDict):
    """An estate management firm. A partner sees only its id and name."""

    id: str
    name: str

DeletionAnswer = str

ConnectionState = Literal['approved', 'declined', 'expired', 'pending']


class ConnectedGrant(TypedDict):
    """The grant that a connection gave or changed."""

    id: str
    version: int

SyncMode = Literal['delta', 'full']


class Removal(TypedDict):
    """An asset that is no longer visible."""

    registry_id: str
    removed_at: str


class _CategorySummary(TypedDict):
    category: Category
    asset_count: int


class CategorySummary(_CategorySummary, total=False):
    """Totals of the visible assets of one category."""

    total_value: Money


class SummaryDocumentation(TypedDict):
    """How well the visible assets are documented."""

    completeness_score: int


class Pagination(TypedDict):
    page: int
    page_size: int
    total_count: int
    total_pages: int
    has_more: bool
    next_cursor: Optional[str]


class Links(TypedDict):
    first: Optional[str]
    prev: Optional[str]
    next: Optional[str]
    last: Optional[str]


class Valuations(TypedDict):
    data: List[Valuation]
    pagination: Pagination
    links: Links


class Documents(TypedDict):
    data: List[Document]
    completeness: Completeness


class MeBody(TypedDict):
    data: List[ClientGrant]
    pagination: Pagination
    links: Links
    key: Key


class ChangesBody(TypedDict):
    data: List[Change]
    mode: Literal['full', 'delta']
    next_cursor: str
    has_more: bool


class ConnectionBody(TypedDict):
    data: Connection


class AssetListBody(TypedDict):
    data: List[Asset]
    pagination: Pagination
    links: Links
    sync: Sync
    grant: Grant


class AssetBody(TypedDict):
    data: Asset
    grant: Grant


class ValuationListBody(TypedDict):
    data: List[Valuation]
    pagination: Pagination
    links: Links
    grant: Grant


class DocumentListBody(TypedDict):
    data: List[Document]
    completeness: Completeness
    grant: Grant


class SummaryBody(TypedDict):
    data: Summary
    grant: Grant


class _Plant(TypedDict):
    name: str


class Plant(_Plant, total=False):
    """A plant in a response."""

    tag: str
