// Of the openapi.json with this SHA-256: 6ba88acd7776f266bbc6eb888c87e4afb99095858a0d720cd62fdeee317861ad
export interface paths {
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The API key and its grants
         * @description The key that makes the request, and its live grants in order of client id. A partner finds its clients by them. With `state=ended`: the grants that have ended, the newest end first, with `reason`, `ended_at`, `deletion_requested` and `deletion_answer`. No scope is needed, and no client is named.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes for all clients
         * @description What happened to the grants of the key since `cursor`, oldest first, for all of its clients. A change says whose portfolio changed and when, and has no data. Without `cursor` the answer has no changes: keep its `next_cursor`, read all clients, and send the cursor with the next request.
         *
         *     A client has one change of a type for several that followed each other. If `mode` is `full`, the walk lists every live grant instead: what its pages do not list can no longer be read. With `wait`, an empty answer waits so many seconds for a change. No scope is needed, and no client is named.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the outcome of a connection
         * @description What a client answered to a connection link of the key. The client comes back to the return address of the link with the id of the connection as the parameter `connection`. Ask for it with the key before you believe the address. `client_id` and `grant` are present only if `state` is `approved`. No scope is needed, and no client is named.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List assets
         * @description The visible assets of a client in order of registry id. With `updated_since`: only what was modified after that instant, oldest change first. A block of an asset is present exactly if its scope is in `grant.scopes`.
         *
         *     To keep a mirror, walk all pages by `links.next`. On the last page, `sync.as_of` is the next `updated_since`. A walk without `updated_since` replaces the mirror. A walk with it changes the mirror, and `sync.removed` names the assets to delete. If `sync.complete` is false, walk again without `updated_since`: the grant has other terms since, the gateway was restored, or `updated_since` is more than 400 days old. `data` can be empty while `has_more` is true: a page may have only removals.
         *
         *     `min_value`, `max_value` and `include=valuations` need the valuation scope, `include=documents` the documentation scope.
         */
        get: operations["listAssets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{registry_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an asset
         * @description One asset with all its scans. `include=valuations` needs the valuation scope, `include=documents` the documentation scope.
         */
        get: operations["getAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{registry_id}/valuations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the valuations of an asset
         * @description The valuations of an asset, newest first. Needs the valuation scope.
         */
        get: operations["listValuations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/assets/{registry_id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the documents of an asset
         * @description The metadata of all documents of an asset, newest first, and how complete the documentation is. The list has no pages. The contents of documents are never served. Needs the documentation scope.
         */
        get: operations["listDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/portfolio/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the totals of a portfolio
         * @description The totals of the visible assets of a client. Compare `digest` with a mirror to check that the mirror is complete. Values need the valuation scope, completeness needs the documentation scope: without the scope they are absent.
         */
        get: operations["getSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plants
         * @description Your plants in order of id: all of them, or the first ones up to `limit`.
         */
        get: operations["listPlants"];
        put?: never;
        /**
         * Create a plant
         * @description Creates a plant of yours. You choose its id. A second plant with the same id is rejected, so a repeated request creates nothing twice. The body is read as JSON in UTF-8 whatever its `Content-Type`. Unknown members are ignored, and a tag of null is no tag.
         */
        post: operations["createPlant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a plant
         * @description Deletes a plant of yours permanently.
         */
        delete: operations["deletePlant"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Something changed for your key
         * @description The gateway sends this to the webhook endpoints of a key, signed after Standard Webhooks 1.0. Check the signature, answer with a status of 200 to 299 within 10 seconds, and then read what changed: the event names it, and has no data of it.
         *
         *     An event can come twice; `webhook-id` is then the same. Events of one client come in order. After any other answer the endpoint waits: 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 hours, or longer if `Retry-After` says so, up to a day. Then it is paused. The status 410 pauses it at once. An endpoint that takes longer than 5 seconds to answer waits as long.
         */
        post: operations["receiveEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The grant of the client to the key. It explains which members are present. */
        Grant: {
            /** @description grant_ and a ULID. */
            id: string;
            /**
             * Format: int32
             * @description Increases with each change of the grant.
             */
            version: number;
            /** @description The scopes that both the key and the grant have. */
            scopes: components["schemas"]["Scope"][];
            /** @description The kind of the values of the filter of the grant. */
            asset_filter: components["schemas"]["AssetFilterType"];
            /**
             * Format: date-time
             * @description The instant from which it shows nothing. Null: no expiry.
             */
            expires_at: string | null;
        };
        /** @description A change of a grant, or of what it shows. It has no data of the portfolio. A client has one change of a type for several that followed each other. */
        Change: {
            /** @description Unique. The same change has the same id each time. */
            id: string;
            /** @description The kind of change. */
            type: components["schemas"]["ChangeType"];
            /**
             * Format: date-time
             * @description When it happened. For `portfolio.changed` the `as_of` that a walk of the assets gives.
             */
            at: string;
            /** @description The user id of the client. */
            client_id: string;
            /** @description The grant. */
            grant: components["schemas"]["ChangedGrant"];
            /** @description The id that the firm gave the client in its connection link. Null: it gave none. */
            reference: string | null;
            /** @description Why the grant ended. Null for other changes. */
            reason?: components["schemas"]["EndReason"];
            /** @description The effects of the change of the terms. Null for other changes. */
            effect?: components["schemas"]["GrantEffect"][];
            /** @description True if the client who ended the grant asks you to delete what you have read. Absent otherwise. */
            deletion_requested?: boolean;
        };
        Key: {
            /** @description key_ and a ULID. It is not secret. */
            id: string;
            /** @description The name that the firm gave it. */
            name: string;
            /** @description The environment whose portfolios it reads. */
            environment: components["schemas"]["Environment"];
            /** @description Its rate limit. */
            tier: components["schemas"]["Tier"];
            /** @description Its scopes. A grant to it shows only those of them that the grant has too. */
            scopes: components["schemas"]["Scope"][];
            /** @description The firm that it belongs to. */
            firm: components["schemas"]["Firm"];
        };
        ClientGrant: {
            /** @description The user id of the client. */
            client_id: string;
            /** @description The name of the person. */
            name?: string;
            /** @description grant_ and a ULID. */
            id: string;
            /**
             * Format: int32
             * @description Increases with each change of the grant.
             */
            version: number;
            /** @description The scopes that both the key and the grant have. */
            scopes: components["schemas"]["Scope"][];
            /** @description The kind of the values of the filter of the grant. */
            asset_filter: components["schemas"]["AssetFilterType"];
            /**
             * Format: date-time
             * @description The instant from which it shows nothing. Null: no expiry.
             */
            expires_at: string | null;
            /** @description Your own id of the client, from the connection link that they approved. Null if the link had none. It proves nobody until the person came back with the right state. */
            reference: string | null;
            /**
             * Format: date-time
             * @description The instant at which it was given.
             */
            connected_at: string;
            /** @description Why it ended. Present with `state=ended`. */
            reason?: components["schemas"]["EndReason"];
            /**
             * Format: date-time
             * @description The instant from which it shows nothing. Present with `state=ended`.
             */
            ended_at?: string;
            /** @description Whether the client asks you to delete what you have read. Present with `state=ended`. */
            deletion_requested?: boolean;
            /** @description What an admin of your firm answered in the portal. Null: nothing yet, or nothing was asked. Present with `state=ended`. */
            deletion_answer?: components["schemas"]["DeletionAnswer"] | null;
        };
        /** @description A client's answer to a connection link of the key. */
        Connection: {
            /** @description connection_ and a ULID, as in the return address. */
            id: string;
            /** @description The connection link. */
            link_id: string;
            /** @description Your own id of the client, as the link has it. Null if the link has none. It proves nobody until the person came back with the right state. */
            reference: string | null;
            /** @description The outcome. */
            state: components["schemas"]["ConnectionState"];
            /** @description The user id of the client. Only of an approved connection. */
            client_id?: string;
            /** @description The newest grant that the client gave or changed by it. Only of an approved connection. */
            grant?: components["schemas"]["ConnectedGrant"];
        };
        /** @description One asset of a portfolio. A block whose scope is not granted is null. */
        Asset: {
            /** @description item_ and a ULID. Scope: registry. */
            id: string;
            /** @description ORY-, the code of its category at first import, and a ULID. It never changes. Scope: registry. */
            registry_id: string;
            /** @description The name of the asset. Scope: registry. */
            title: string;
            /** @description The kind of asset. Scope: registry. */
            category: components["schemas"]["Category"];
            /** @description The number of pieces, or the amount: a decimal as text. Values are of the whole position, so it multiplies none. Scope: registry. */
            quantity: string;
            /**
             * Format: date-time
             * @description The instant of its first import. Scope: registry.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The instant of its newest visible change. Scope: registry.
             */
            updated_at: string;
            /** @description The values. Needs the valuation scope. */
            valuation?: components["schemas"]["AssetValuation"];
            /** @description Description and location. Needs the detail scope. */
            detail?: components["schemas"]["AssetDetail"];
            /** @description The detail of the category. Needs the category_detail scope. */
            category_detail?: components["schemas"]["CategoryDetail"];
            /** @description How well it is documented. Needs the documentation scope. */
            documentation?: components["schemas"]["AssetDocumentation"];
            /** @description Heirs, share links and readiness. Needs the estate scope. */
            estate?: components["schemas"]["AssetEstate"];
            /** @description The result of authenticity checks. Needs the verification scope. */
            verification?: components["schemas"]["AssetVerification"];
            /** @description The first page of its valuations, newest first. Present with `include=valuations`. Scope: valuation. */
            valuations?: components["schemas"]["Valuations"];
            /** @description All of its documents, newest first. Present with `include=documents`. Scope: documentation. */
            documents?: components["schemas"]["Documents"];
        };
        /** @description The part of a page for delta sync. */
        Sync: {
            /** @description The kind of list that was asked for: the whole one, or the changes. Scope: registry. */
            mode: components["schemas"]["SyncMode"];
            /** @description Whether a mirror that had everything at updated_since is right after this walk. It is false if updated_since is before the latest change of scopes or filter of the grant, before a restore, or more than 400 days ago. Then walk again without updated_since. Scope: registry. */
            complete: boolean;
            /**
             * Format: date-time
             * @description On the page that ends a complete walk by links, or of one page: the next updated_since, with which no change is missed. Null on every other page, and where no delta can continue: then the next walk has no updated_since. Scope: registry.
             */
            as_of: string | null;
            /** @description Assets that are no longer visible, in the same stream as the changes. They can fill a page: then nodes is empty, and has_next_page may still be true. An incomplete delta has only those removed since the instant from which deltas are complete. Scope: registry. */
            removed: components["schemas"]["Removal"][];
        };
        /** @description An entry of an asset's valuation history. */
        Valuation: {
            /** @description The id of the entry. Scope: valuation. */
            id: string;
            /** @description The value of the asset. Scope: valuation. */
            value: components["schemas"]["Money"];
            /** @description Where the value comes from, as a snake_case word. An open list. Scope: valuation. */
            source: string;
            /**
             * Format: date-time
             * @description The instant of the value. Scope: valuation.
             */
            valued_at: string;
        };
        /** @description The metadata of a document; its contents are never served. */
        Document: {
            /** @description doc_ and a ULID. Scope: documentation. */
            id: string;
            /** @description The kind, as a snake_case word, such as invoice. An open list. Scope: documentation. */
            type: string;
            /** @description Its title. Scope: documentation. */
            title: string;
            /** @description The issuer. Scope: documentation. */
            issuer: string | null;
            /**
             * Format: date
             * @description The date on which it was issued. Scope: documentation.
             */
            issued_on: string | null;
            /**
             * Format: date
             * @description The date from which it is not valid. Scope: documentation.
             */
            expires_on: string | null;
            /**
             * Format: int64
             * @description The size of its file, in bytes. Scope: documentation.
             */
            file_size: number | null;
        };
        /** @description How much of the documentation recommended for the category is present. */
        Completeness: {
            /**
             * Format: int32
             * @description Percentage, rounded down. Scope: documentation.
             */
            score: number;
            /** @description The types of document that are recommended for the category. Scope: documentation. */
            recommended: string[];
            /** @description Those of them that are present. Scope: documentation. */
            present: string[];
            /** @description Those of them that are missing. Scope: documentation. */
            missing: string[];
        };
        Summary: {
            /** @description The user id of the client. */
            client_id: string;
            /** @description ISO 4217; every amount of the portfolio is in it. Scope: registry. */
            currency: string;
            /**
             * Format: date-time
             * @description The instant of the newest visible change. Scope: registry.
             */
            as_of: string;
            /** @description SHA-256, in hex, of the lines "registry_id updated_at" of all visible assets in order of registry id, each ended by LF. A mirror that has the same digest is complete. Scope: registry. */
            digest: string;
            /**
             * Format: int32
             * @description The visible assets. Scope: registry.
             */
            asset_count: number;
            /** @description The categories that have visible assets. Scope: registry. */
            categories: components["schemas"]["CategorySummary"][];
            /** @description The sum of the market values. Needs the valuation scope. */
            total_value?: components["schemas"]["Money"];
            /**
             * Format: int32
             * @description The assets that have a market value. Needs the valuation scope.
             */
            valued_asset_count?: number;
            /** @description How well they are documented. Needs the documentation scope. */
            documentation?: components["schemas"]["SummaryDocumentation"];
        };
        /**
         * @description A kind of asset. The code is the second part of a registry id.
         *
         *     - `antiques`: Antiques. Code AN.
         *     - `art`: Works of art. Code AR.
         *     - `books`: Books and manuscripts. Code BK.
         *     - `coins`: Collected coins. Code CN.
         *     - `collectibles`: Collectibles. Code CL.
         *     - `fashion`: Clothes, bags and shoes. Code FS.
         *     - `gemstones`: Loose stones. Code GM.
         *     - `jewelry`: Jewelry. Code JW.
         *     - `musical_instruments`: Musical instruments. Code MI.
         *     - `other`: Assets of no other category. Code OT.
         *     - `precious_metals`: Bars and coins held for their metal. Code PM.
         *     - `real_estate`: Land and buildings. Code RE.
         *     - `vehicles`: Vehicles. Code VH.
         *     - `watches`: Wrist and pocket watches. Code WT.
         *     - `wine`: Wine and spirits. Code WN.
         */
        Category: string;
        /** @description An exact amount with its ISO 4217 currency. */
        Money: {
            /** @description With at least two decimal places. Scope: valuation. */
            amount: string;
            /** @description The ISO 4217 code, such as USD. Scope: valuation. */
            currency: string;
        };
        /** @description The values of the asset. */
        AssetValuation: {
            /** @description The present value. Scope: valuation. */
            market_value: components["schemas"]["Money"] | null;
            /** @description The price that was paid for it. Scope: valuation. */
            purchase_price: components["schemas"]["Money"] | null;
            /** @description The insured value. Scope: valuation. */
            insurance_value: components["schemas"]["Money"] | null;
            /**
             * Format: date-time
             * @description The instant of the market value. Scope: valuation.
             */
            valued_at: string | null;
        };
        /** @description A named group of assets of a client. */
        Collection: {
            /** @description The id of the collection. Scope: detail. */
            id: string;
            /** @description Its name. Scope: detail. */
            name: string;
        };
        /** @description Description and location of the asset. */
        AssetDetail: {
            /** @description A description in words. Scope: detail. */
            description: string | null;
            /** @description The client's notes. Scope: detail. */
            notes: string | null;
            /** @description The seller from whom the client bought it. Scope: detail. */
            seller: string | null;
            /** @description Where it is stored. Scope: detail. */
            storage_location: string | null;
            /** @description The collections that it is in, by name. Scope: detail. */
            collections: components["schemas"]["Collection"][];
        };
        /** @description The members of the category that `type` names. Each of them is absent if it is not known. */
        CategoryDetail: {
            /** @description The category of the asset. */
            type: components["schemas"]["Category"];
            /**
             * @description The metal, such as gold. Of `precious_metals`.
             *
             *     The metal, such as platinum. Of `jewelry`.
             *
             *     The metal, such as silver. Of `coins`.
             */
            metal?: string;
            /** @description Bar, coin, round or another form. Of `precious_metals`. */
            form?: string;
            /** @description The share of pure metal, 0 to 1. Of `precious_metals`, `jewelry`. */
            purity?: string;
            /** @description The weight with what is not metal, in grams. Of `precious_metals`. */
            gross_weight_g?: string;
            /**
             * @description The maker. Of `precious_metals`.
             *
             *     Where it was struck. Of `coins`.
             */
            mint?: string;
            /** @description The number on it. Of `precious_metals`, `watches`, `musical_instruments`. */
            serial_number?: string;
            /** @description The maker. Of `watches`, `jewelry`, `fashion`. */
            brand?: string;
            /** @description The name of the model. Of `watches`, `vehicles`, `musical_instruments`, `fashion`. */
            model?: string;
            /** @description The maker's reference of the model. Of `watches`. */
            reference?: string;
            /**
             * Format: int32
             * @description The year in which it was made. Negative: BC, -440 is 440 BC. Of `watches`, `musical_instruments`, `fashion`, `collectibles`.
             *
             *     The year on it. Negative: BC, -440 is 440 BC. Of `coins`.
             *
             *     The year of the model. Negative: BC, -440 is 440 BC. Of `vehicles`.
             *
             *     The year of this edition. Negative: BC, -440 is 440 BC. Of `books`.
             */
            year?: number;
            /** @description The caliber, or the kind of movement. Of `watches`. */
            movement?: string;
            /** @description The material of the case. Of `watches`. */
            case_material?: string;
            /** @description Whether the original box is present. Of `watches`. */
            box?: boolean;
            /** @description Whether the original papers are present. Of `watches`. */
            papers?: boolean;
            /** @description Ring, necklace or another kind. Of `jewelry`. */
            kind?: string;
            /** @description The stones that are set in it. Of `jewelry`. */
            stones?: {
                /** @description The kind of stone, such as diamond. */
                stone?: string;
                /** @description The weight, in carats of 0.2 grams. */
                carat?: string;
                /** @description The cut. */
                cut?: string;
                /** @description The color, or its grade. */
                color?: string;
                /** @description The grade of clarity. */
                clarity?: string;
            }[];
            /** @description The kind of stone, such as diamond. Of `gemstones`. */
            stone?: string;
            /** @description The weight, in carats of 0.2 grams. Of `gemstones`. */
            carat?: string;
            /** @description The cut. Of `gemstones`. */
            cut?: string;
            /** @description The color, or its grade. Of `gemstones`. */
            color?: string;
            /** @description The grade of clarity. Of `gemstones`. */
            clarity?: string;
            /** @description The report of a laboratory. Of `gemstones`. */
            certification?: {
                /** @description The laboratory. */
                lab?: string;
                /** @description The number of its report. */
                number?: string;
            };
            /** @description The artists. Of `art`. */
            creators?: string[];
            /** @description When it was made, in words, such as about 1890. Of `art`. */
            date?: string;
            /** @description The material and the technique. Of `art`. */
            medium?: string;
            /** @description The size in words, with its units. Of `art`, `antiques`. */
            dimensions?: string;
            /**
             * @description The number within an edition. Of `art`.
             *
             *     The edition, such as first. Of `books`.
             */
            edition?: string;
            /** @description Whether it is signed. Of `art`. */
            signed?: boolean;
            /** @description The maker. Of `antiques`, `musical_instruments`, `collectibles`. */
            maker?: string;
            /** @description When it was made, in words. Of `antiques`. */
            period?: string;
            /** @description Where it was made. Of `antiques`. */
            origin?: string;
            /** @description The material. Of `antiques`, `fashion`. */
            material?: string;
            /**
             * @description The country that issued it. Of `coins`.
             *
             *     The country that it is in. Of `real_estate`.
             */
            country?: string;
            /** @description The value on it, with its unit. Of `coins`. */
            denomination?: string;
            /**
             * @description The grade, such as MS 65. Of `coins`.
             *
             *     The grade of its condition. Of `collectibles`.
             */
            grade?: string;
            /** @description The service that graded it. Of `coins`. */
            grading_service?: string;
            /** @description The number of the grading. Of `coins`. */
            certification_number?: string;
            /** @description The maker. Of `wine`. */
            producer?: string;
            /** @description The year of the harvest, or NV. Of `wine`. */
            vintage?: string;
            /** @description Where it comes from. Of `wine`. */
            region?: string;
            /** @description The grapes. Of `wine`. */
            varietal?: string;
            /**
             * Format: int64
             * @description The content of one bottle, in millilitres. Of `wine`.
             */
            bottle_size_ml?: number;
            /**
             * Format: int64
             * @description The number of bottles. Of `wine`.
             */
            bottles?: number;
            /** @description The maker. Of `vehicles`. */
            make?: string;
            /** @description The vehicle identification number. Of `vehicles`. */
            vin?: string;
            /**
             * Format: int64
             * @description The distance driven, in kilometres. Of `vehicles`.
             */
            mileage_km?: number;
            /** @description The engine, in words. Of `vehicles`. */
            engine?: string;
            /** @description The author. Of `books`. */
            author?: string;
            /** @description The publisher. Of `books`. */
            publisher?: string;
            /** @description The language of the text. Of `books`. */
            language?: string;
            /** @description The size, with its system. Of `fashion`. */
            size?: string;
            /** @description The series that it belongs to. Of `collectibles`. */
            series?: string;
            /** @description The postal address. Of `real_estate`. */
            address?: string;
            /** @description The area, in square metres. Of `real_estate`. */
            area_m2?: string;
            /**
             * Format: int32
             * @description The year in which it was built. Negative: BC, -440 is 440 BC. Of `real_estate`.
             */
            year_built?: number;
            /** @description The right to it, such as freehold. Of `real_estate`. */
            tenure?: string;
            /** @description The statements of the source, as texts by name. Of `other`. */
            attributes?: {
                [key: string]: string;
            };
        };
        /** @description How well the asset is documented. */
        AssetDocumentation: {
            /**
             * Format: int32
             * @description The number of documents. Scope: documentation.
             */
            document_count: number;
            /**
             * Format: int32
             * @description Percentage of the recommended types of document that are present, rounded down. Scope: documentation.
             */
            completeness_score: number;
        };
        /** @description A person who inherits a share of the asset. */
        Heir: {
            /** @description The name of the person. Scope: estate. */
            name: string;
            /** @description To the client, such as daughter. Scope: estate. */
            relationship: string | null;
            /**
             * Format: double
             * @description Percentage of the asset, with at most two places. Scope: estate.
             */
            share_percent: number;
        };
        /** @description A link by which the client shares the asset; its secret is never shown. */
        ShareLink: {
            /** @description The id of the link, which opens nothing. Scope: estate. */
            id: string;
            /** @description The name that the client gave it. Scope: estate. */
            label: string;
            /**
             * Format: date-time
             * @description The instant at which it was created. Scope: estate.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The instant from which it opens nothing. Null: no expiry. Scope: estate.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When the client revoked it. Null: never. Scope: estate.
             */
            revoked_at: string | null;
        };
        /** @description How ready the asset is to be inherited. */
        EstateReadiness: {
            /**
             * Format: int32
             * @description Percentage. Scope: estate.
             */
            score: number | null;
            /** @description The gaps, as snake_case words. An open list. Scope: estate. */
            gaps: string[];
        };
        /** @description Heirs of the asset, share links and readiness of the estate. */
        AssetEstate: {
            /** @description The heirs, in the order of the client. Scope: estate. */
            heirs: components["schemas"]["Heir"][];
            /** @description The links, oldest first. Scope: estate. */
            share_links: components["schemas"]["ShareLink"][];
            /** @description How ready the asset is to be inherited. Scope: estate. */
            readiness: components["schemas"]["EstateReadiness"];
        };
        /** @description One scan of the asset or of its tag. */
        Scan: {
            /**
             * Format: date-time
             * @description The instant of the scan. Scope: verification.
             */
            scanned_at: string;
            /** @description How it was scanned, as a snake_case word. An open list. Scope: verification. */
            method: string;
            /** @description The result, as a snake_case word. An open list. Scope: verification. */
            result: string;
        };
        /** @description The result of authenticity checks. */
        AssetVerification: {
            /** @description A snake_case word, such as verified. An open list. Scope: verification. */
            status: string | null;
            /**
             * Format: int32
             * @description 0, no risk, to 100. Scope: verification.
             */
            risk_score: number | null;
            /** @description A snake_case word, such as intact. An open list. Scope: verification. */
            tamper_state: string | null;
            /**
             * Format: int32
             * @description How many scans there are. Scope: verification.
             */
            scan_count: number;
            /** @description Newest first. REST returns the ten newest of each asset in a list, and all of an asset that is read alone, up to 1,000. Scope: verification. */
            scans: components["schemas"]["Scan"][] | null;
        };
        /**
         * @description The data that a key or a grant may show. Each scope shows its own data and includes no other.
         *
         *     - `category_detail`: The members that belong to the category, such as purity, brand or vintage.
         *     - `detail`: Description, notes, seller, storage location and collections.
         *     - `documentation`: Metadata of documents and completeness, never the contents of files.
         *     - `estate`: Heirs and their shares, share links and readiness of the estate.
         *     - `registry`: The basics of each asset: ids, title, category, quantity and timestamps.
         *     - `valuation`: Market value, purchase price, insurance value and the history of values.
         *     - `verification`: Verification status, risk score, tamper state and scans.
         */
        Scope: string;
        /**
         * @description The kind of the values of a filter.
         *
         *     - `all`: No values: the grant shows all assets.
         *     - `category`: Slugs of categories.
         *     - `collection`: The id of one collection.
         *     - `items`: Registry ids of single assets, at most 1,000.
         */
        AssetFilterType: string;
        /**
         * @description The kind of a change of a grant of a key.
         *
         *     - `grant_changed`: The terms of a grant changed.
         *     - `grant_ended`: The key can no longer read under a grant.
         *     - `grant_given`: A client gave a grant, or an expired grant can be used again.
         *     - `portfolio_changed`: Something that the grant shows changed.
         */
        ChangeType: string;
        /** @description The grant of a change. */
        ChangedGrant: {
            /** @description grant_ and a ULID. */
            id: string;
            /**
             * Format: int32
             * @description Its version when the change was read.
             */
            version: number;
        };
        /**
         * @description Why a grant ended.
         *
         *     - `account_erased`: The data of the client was erased.
         *     - `ended_by_operator`: An operator of this gateway revoked it. Also if an early release did not record who revoked it.
         *     - `expired`: Its expiry was reached.
         *     - `given_back_by_firm`: An admin of the firm gave it back.
         *     - `key_revoked`: Its key was revoked.
         *     - `revoked_by_client`: The client revoked it.
         */
        EndReason: string;
        /**
         * @description The effect of a change of the terms on the access.
         *
         *     - `extended`: It ends later, or no longer ends.
         *     - `narrowed`: It shows less, or other assets.
         *     - `shortened`: It ends earlier.
         *     - `widened`: It shows more, or other assets.
         */
        GrantEffect: string;
        /**
         * @description A key reads portfolios of its own environment only.
         *
         *     - `production`: Portfolios of clients.
         *     - `sandbox`: Portfolios for tests.
         * @enum {string}
         */
        Environment: "production" | "sandbox";
        /**
         * @description A rate limit. requests_per_minute has its number.
         *
         *     - `elevated`: A higher limit, which an operator sets.
         *     - `enterprise`: The limit of the Enterprise plan.
         *     - `sandbox`: The limit of sandbox keys.
         *     - `standard`: The limit of the Standard plan, and of persons.
         */
        Tier: string;
        /** @description An estate management firm. A partner sees only its id and name. */
        Firm: {
            /** @description firm_ and a ULID. */
            id: string;
            /** @description The name of the firm. */
            name: string;
        };
        /**
         * @description The answer of a firm to a request to delete what it has read.
         *
         *     - `deleted`: It has deleted what it had read.
         *     - `nothing_stored`: It had stored nothing.
         *     - `retained_by_law`: A law requires it to keep some or all of it.
         */
        DeletionAnswer: string;
        /**
         * @description The outcome of a connection.
         *
         *     - `approved`: The client has given a grant, or changed theirs. It may have ended since.
         *     - `declined`: The client has declined, or keeps their grant as it is. They can still approve while the link is active.
         *     - `expired`: The client has not answered, and the link has ended.
         *     - `pending`: The client has not answered, and can.
         * @enum {string}
         */
        ConnectionState: "approved" | "declined" | "expired" | "pending";
        /** @description The grant that a connection gave or changed. */
        ConnectedGrant: {
            /** @description grant_ and a ULID. */
            id: string;
            /**
             * Format: int32
             * @description Increases with each change of the grant.
             */
            version: number;
        };
        /**
         * @description The kind of a walk.
         *
         *     - `delta`: With updated_since: only what changed after that instant.
         *     - `full`: Without updated_since: the whole visible list, which replaces a mirror.
         * @enum {string}
         */
        SyncMode: "delta" | "full";
        /** @description An asset that is no longer visible. */
        Removal: {
            /** @description The registry id of the asset. Scope: registry. */
            registry_id: string;
            /**
             * Format: date-time
             * @description The instant from which it was not visible. Scope: registry.
             */
            removed_at: string;
        };
        /** @description Totals of the visible assets of one category. */
        CategorySummary: {
            /** @description The category. Scope: registry. */
            category: components["schemas"]["Category"];
            /**
             * Format: int32
             * @description The visible assets in it. Scope: registry.
             */
            asset_count: number;
            /** @description The sum of their market values. Needs the valuation scope. */
            total_value?: components["schemas"]["Money"];
        };
        /** @description How well the visible assets are documented. */
        SummaryDocumentation: {
            /**
             * Format: int32
             * @description Percentage of the documents recommended for all visible assets that are present, rounded down. Scope: documentation.
             */
            completeness_score: number;
        };
        Pagination: {
            /**
             * Format: int32
             * @description The number of the page, from 1. For a page by cursor: its place in the walk.
             */
            page: number;
            /**
             * Format: int32
             * @description The maximum number of entries of a page: `page_size` of the request, or its default.
             */
            page_size: number;
            /**
             * Format: int32
             * @description The number of entries of the whole list.
             */
            total_count: number;
            /**
             * Format: int32
             * @description The number of pages of the whole list; 0 if it is empty.
             */
            total_pages: number;
            /** @description Whether a page follows. Then `links.next` has its URL. */
            has_more: boolean;
            /** @description The `cursor` of the next page, as in `links.next`; null on the last page. Send it with the same parameters. */
            next_cursor: string | null;
        };
        Links: {
            /** @description The relative URL of the first page. */
            first: string | null;
            /** @description The relative URL of the previous page; null on the first page. */
            prev: string | null;
            /** @description The relative URL of the next page, with a `cursor`; null on the last page. A walk by these links misses nothing while data changes. */
            next: string | null;
            /** @description The relative URL of the last page by number. */
            last: string | null;
        };
        Valuations: {
            /** @description The valuations, newest first. */
            data: components["schemas"]["Valuation"][];
            /** @description The number of the page, and the size of the list. */
            pagination: components["schemas"]["Pagination"];
            /** @description The URLs of pages of the list. */
            links: components["schemas"]["Links"];
        };
        Documents: {
            /** @description All documents of the asset, newest first. */
            data: components["schemas"]["Document"][];
            /** @description How much of the recommended documentation is present. */
            completeness: components["schemas"]["Completeness"];
        };
        MeBody: {
            /** @description The live grants to the key, one for each client, in order of client id. With `state=ended`: those that have ended, the newest end first. */
            data: components["schemas"]["ClientGrant"][];
            /** @description The number of the page, and the size of the list. */
            pagination: components["schemas"]["Pagination"];
            /** @description The URLs of pages of the list. */
            links: components["schemas"]["Links"];
            /** @description The key that made the request. */
            key: components["schemas"]["Key"];
        };
        ChangesBody: {
            /** @description The changes, oldest first. */
            data: components["schemas"]["Change"][];
            /**
             * @description Whether the walk lists every live grant, as after a restore, or what changed.
             * @enum {string}
             */
            mode: "full" | "delta";
            /** @description The cursor of the next request, also if nothing follows now. */
            next_cursor: string;
            /** @description Whether another page follows now. */
            has_more: boolean;
        };
        ConnectionBody: {
            /** @description The connection. */
            data: components["schemas"]["Connection"];
        };
        AssetListBody: {
            /** @description The assets of the page. These and `sync.removed` together are at most `page_size` entries. In a delta it may be empty while `has_more` is true: then `removed` fills the page. */
            data: components["schemas"]["Asset"][];
            /** @description The number of the page, and the size of the list. */
            pagination: components["schemas"]["Pagination"];
            /** @description The URLs of pages of the list. */
            links: components["schemas"]["Links"];
            /** @description The values that a mirror needs to stay current. */
            sync: components["schemas"]["Sync"];
            /** @description The grant by which this was read. It explains which members are absent. */
            grant: components["schemas"]["Grant"];
        };
        AssetBody: {
            /** @description The asset. */
            data: components["schemas"]["Asset"];
            /** @description The grant by which this was read. It explains which members are absent. */
            grant: components["schemas"]["Grant"];
        };
        ValuationListBody: {
            /** @description The valuations, newest first. */
            data: components["schemas"]["Valuation"][];
            /** @description The number of the page, and the size of the list. */
            pagination: components["schemas"]["Pagination"];
            /** @description The URLs of pages of the list. */
            links: components["schemas"]["Links"];
            /** @description The grant by which this was read. It explains which members are absent. */
            grant: components["schemas"]["Grant"];
        };
        DocumentListBody: {
            /** @description All documents of the asset, newest first. */
            data: components["schemas"]["Document"][];
            /** @description How much of the recommended documentation is present. */
            completeness: components["schemas"]["Completeness"];
            /** @description The grant by which this was read. It explains which members are absent. */
            grant: components["schemas"]["Grant"];
        };
        SummaryBody: {
            /** @description The totals. */
            data: components["schemas"]["Summary"];
            /** @description The grant by which this was read. It explains which members are absent. */
            grant: components["schemas"]["Grant"];
        };
        /** @description A plant in a response. */
        Plant: {
            /** @description The name of the plant. */
            name: string;
            /** @description The type of the plant. */
            tag?: string;
        };
        /** @description A plant to create. A member that is not listed here is ignored. */
        NewPlant: {
            /**
             * Format: int64
             * @description A whole number of 64 bits, -9223372036854775808 to 9223372036854775807. You choose it, and it is unique among your plants. `3.0` is 3. Send all its digits: a program that holds numbers as IEEE 754 doubles rounds it past 2^53.
             */
            id: bigint;
            /** @description The name of the plant. */
            name: string;
            /** @description The type of the plant. */
            tag?: string | null;
        };
        Error: {
            /** @description The error. */
            error: {
                /** @description The class of the error. An open list. */
                type: string;
                /** @description The code of the error, for programs. An open list: treat a code that you do not know as its `type`. A code never changes its meaning. */
                code: string;
                /** @description The fault, for people. The words can change. */
                message: string;
                /** @description The same id as in `X-Request-Id`. */
                request_id: string;
            };
        };
        PlantError: {
            /**
             * Format: int32
             * @description The HTTP status. `X-Error-Code` has the code.
             */
            error: number;
            /** @description The fault, for people. The words can change. */
            message: string;
        };
    };
    responses: {
        /** @description The credential is missing, not valid, revoked or expired. */
        portfolio_401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Link: components["headers"]["Link"];
                "X-Service-Version": components["headers"]["X-Service-Version"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There are too many requests. Wait for `Retry-After`, then back off exponentially. */
        portfolio_429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Link: components["headers"]["Link"];
                "X-Service-Version": components["headers"]["X-Service-Version"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something went wrong on our side. */
        portfolio_500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Link: components["headers"]["Link"];
                "X-Service-Version": components["headers"]["X-Service-Version"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is not available for the moment. Wait for `Retry-After`. */
        portfolio_503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Link: components["headers"]["Link"];
                "X-Service-Version": components["headers"]["X-Service-Version"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request reached no operation: its path or method does not exist, or its HTTP is malformed. */
        portfolio_default: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Link: components["headers"]["Link"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Allow: components["headers"]["Allow"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing, not valid, revoked or expired. */
        plants_401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Link: components["headers"]["Link"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlantError"];
            };
        };
        /** @description There are too many requests. Wait for `Retry-After`, then back off exponentially. */
        plants_429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlantError"];
            };
        };
        /** @description Something went wrong on our side. */
        plants_500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Link: components["headers"]["Link"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlantError"];
            };
        };
        /** @description The service is not available for the moment. Wait for `Retry-After`. */
        plants_503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Cache-Control": components["headers"]["Cache-Control"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Link: components["headers"]["Link"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlantError"];
            };
        };
        /** @description The request reached no operation: its path or method does not exist, or its HTTP is malformed. */
        plants_default: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                Link: components["headers"]["Link"];
                "Cache-Control": components["headers"]["Cache-Control"];
                Allow: components["headers"]["Allow"];
                "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PlantError"] | components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description Selects the newest version that is dated on or before this date. The date must not be later than tomorrow in UTC.
         * @example 2024-01-01
         */
        Version: string;
        /**
         * @description An id of your own for the request. An id of another form is replaced.
         * @example nightly-2026-11-20
         */
        RequestId: string;
        /**
         * @description The `ETag` of a body that you have, or several with commas. The response is a 304 if one of them is current.
         * @example W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"
         */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request: your own `X-Request-Id` if it is valid. Quote it when you report a problem. */
        "X-Request-Id": string;
        /** @description The number of requests that a window of 60 seconds allows. */
        "X-RateLimit-Limit": number;
        /** @description The number of requests that are left in the window. */
        "X-RateLimit-Remaining": number;
        /** @description The end of the window, in Unix seconds, rounded up. */
        "X-RateLimit-Reset": number;
        /** @description The number of requests that this request counts as. */
        "X-RateLimit-Cost": number;
        /** @description The limit in the form of the IETF draft: `r` requests are left for `t` seconds. */
        RateLimit: string;
        /** @description The limit in the form of the IETF draft: `q` requests in `w` seconds. */
        "RateLimit-Policy": string;
        /** @description The version of the body. Every 200 and 304 has it. An error has it if the version is known. */
        "X-Service-Version": string;
        /** @description The tag of this state of the body. If you send it as `If-None-Match`, the response is a 304 while nothing has changed. The tag is weak: it is the same in each encoding. */
        ETag: string;
        /** @description In the form of RFC 8288. A list that has pages has the URLs of `links`. An error has the page that explains its code, with `rel="help"`. */
        Link: string;
        /** @description `private, no-cache` for a response with an `ETag`: store it, and send the `ETag` as `If-None-Match` before each use. `no-store` for every other response. */
        "Cache-Control": "private, no-cache" | "no-store";
        /** @description The request headers on which the response depends. */
        Vary: string;
        /** @description The compression of the body. Bodies from 1 KB are compressed if `Accept-Encoding` of the request allows it. */
        "Content-Encoding": "gzip" | "br";
        /** @description Your origin, if the operator allows it for a browser application. */
        "Access-Control-Allow-Origin": string;
        /** @description The number of seconds to wait before the next attempt. */
        "Retry-After": number;
        /** @description The methods of the path. It is sent with a 405. */
        Allow: string;
        /** @description The scheme of authentication. */
        "WWW-Authenticate": "Bearer";
        /** @description The code of the error, for programs. It is sent also if the body has no code. An open list: treat a code that you do not know by its status. */
        "X-Error-Code": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: {
                /**
                 * @description Which grants are listed: those that the key has, or those that have ended. Without it: active. Takes active or ended.
                 * @example active
                 */
                state?: "active" | "ended";
                /**
                 * @description The page by number. A page after the last is empty. Takes a whole number from 1 to 2147483647.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description The maximum number of entries of a page. Takes a whole number from 1 to 100.
                 * @example 25
                 */
                page_size?: number;
                /**
                 * @description The position at which the page begins. Take it from `next_cursor`. `start` is the same as no cursor. Takes the next_cursor of a page of this list, or start.
                 * @example start
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Selects the newest version that is dated on or before this date. The date must not be later than tomorrow in UTC.
                 * @example 2024-01-01
                 */
                "X-Service-Version"?: components["parameters"]["Version"];
                /**
                 * @description An id of your own for the request. An id of another form is replaced.
                 * @example nightly-2026-11-20
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The `ETag` of a body that you have, or several with commas. The response is a 304 if one of them is current.
                 * @example W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "client_id": "user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E",
                     *           "name": "Ada Hale",
                     *           "id": "grant_01JD3M2Q8S4T6V8W0X2Y4Z6A8B",
                     *           "version": 3,
                     *           "scopes": [
                     *             "registry",
                     *             "valuation"
                     *           ],
                     *           "asset_filter": "category",
                     *           "expires_at": "2027-01-01T00:00:00.000Z",
                     *           "reference": "customer-1042",
                     *           "connected_at": "2026-03-01T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "page_size": 25,
                     *         "total_count": 1,
                     *         "total_pages": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       },
                     *       "links": {
                     *         "first": "/api/v1/me?page=1",
                     *         "prev": null,
                     *         "next": null,
                     *         "last": "/api/v1/me?page=1"
                     *       },
                     *       "key": {
                     *         "id": "key_01JD3M2Q8S4T6V8W0X2Y4Z6A8G",
                     *         "name": "Nightly report",
                     *         "environment": "production",
                     *         "tier": "standard",
                     *         "scopes": [
                     *           "registry",
                     *           "valuation",
                     *           "documentation"
                     *         ],
                     *         "firm": {
                     *           "id": "firm_01JD3M2Q8S4T6V8W0X2Y4Z6A8H",
                     *           "name": "Hale Estates"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MeBody"];
                };
            };
            /** @description Not modified: the body that `If-None-Match` names is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. The message says what is accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["portfolio_401"];
            /** @description No grant, scope or asset filter allows the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["portfolio_429"];
            500: components["responses"]["portfolio_500"];
            503: components["responses"]["portfolio_503"];
            default: components["responses"]["portfolio_default"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /**
                 * @description The position at which the page begins. Take it from `next_cursor`. `start` is the same as no cursor. Takes the next_cursor of an earlier answer, or start.
                 * @example start
                 */
                cursor?: string;
                /**
                 * @description How many seconds an empty answer waits for a change. Takes a whole number from 0 to 30.
                 * @example 5
                 */
                wait?: number;
                /**
                 * @description The maximum number of entries of a page. Takes a whole number from 1 to 100.
                 * @example 25
                 */
                page_size?: number;
            };
            header?: {
                /**
                 * @description Selects the newest version that is dated on or before this date. The date must not be later than tomorrow in UTC.
                 * @example 2024-01-01
                 */
                "X-Service-Version"?: components["parameters"]["Version"];
                /**
                 * @description An id of your own for the request. An id of another form is replaced.
                 * @example nightly-2026-11-20
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The `ETag` of a body that you have, or several with commas. The response is a 304 if one of them is current.
                 * @example W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "change_01JD3M2Q8S4T6V8W0X2Y4Z6A8F_7",
                     *           "type": "grant.changed",
                     *           "at": "2026-11-20T09:30:00.000Z",
                     *           "client_id": "user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E",
                     *           "grant": {
                     *             "id": "grant_01JD3M2Q8S4T6V8W0X2Y4Z6A8F",
                     *             "version": 2
                     *           },
                     *           "reference": "K-1042",
                     *           "effect": [
                     *             "narrowed"
                     *           ]
                     *         }
                     *       ],
                     *       "mode": "delta",
                     *       "next_cursor": "TjZcQ1VYb1hHZWx0YQ",
                     *       "has_more": false
                     *     }
                     */
                    "application/json": components["schemas"]["ChangesBody"];
                };
            };
            /** @description Not modified: the body that `If-None-Match` names is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. The message says what is accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["portfolio_401"];
            /** @description No grant, scope or asset filter allows the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["portfolio_429"];
            500: components["responses"]["portfolio_500"];
            503: components["responses"]["portfolio_503"];
            default: components["responses"]["portfolio_default"];
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Selects the newest version that is dated on or before this date. The date must not be later than tomorrow in UTC.
                 * @example 2024-01-01
                 */
                "X-Service-Version"?: components["parameters"]["Version"];
                /**
                 * @description An id of your own for the request. An id of another form is replaced.
                 * @example nightly-2026-11-20
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The `ETag` of a body that you have, or several with commas. The response is a 304 if one of them is current.
                 * @example W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the connection: connection_ and a ULID.
                 * @example connection_01JD3M2Q8S4T6V8W0X2Y4Z6A8M
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "connection_01JD3M2Q8S4T6V8W0X2Y4Z6A8M",
                     *         "link_id": "link_01JD3M2Q8S4T6V8W0X2Y4Z6A8N",
                     *         "reference": "customer-1042",
                     *         "state": "approved",
                     *         "client_id": "user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E",
                     *         "grant": {
                     *           "id": "grant_01JD3M2Q8S4T6V8W0X2Y4Z6A8B",
                     *           "version": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectionBody"];
                };
            };
            /** @description Not modified: the body that `If-None-Match` names is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. The message says what is accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["portfolio_401"];
            /** @description No grant, scope or asset filter allows the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such asset, connection or plant. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["portfolio_429"];
            500: components["responses"]["portfolio_500"];
            503: components["responses"]["portfolio_503"];
            default: components["responses"]["portfolio_default"];
        };
    };
    listAssets: {
        parameters: {
            query: {
                /**
                 * @description The client whose portfolio is read. Takes the user id of the client.
                 * @example user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E
                 */
                client_id: string;
                /**
                 * @description Only assets of this category. Takes one slug or code of a category, such as watches or WT.
                 * @example watches
                 */
                category?: string;
                /**
                 * @description At least this market value. Needs the valuation scope. Takes a decimal in plain digits, such as 1250.00, with at most 18 digits before the point and 10 after it.
                 * @example 1000.00
                 */
                min_value?: string;
                /**
                 * @description At most this market value. Needs the valuation scope. Takes a decimal in plain digits, such as 1250.00, with at most 18 digits before the point and 10 after it.
                 * @example 250000
                 */
                max_value?: string;
                /**
                 * @description Only what changed strictly after this, oldest change first. Takes an ISO 8601 instant such as 2026-11-20T09:30:00Z or 20261120T093000+0100 (UTC without an offset), or a date (in a URL, + is written %2B).
                 * @example 2026-01-01T00:00:00Z
                 */
                updated_since?: string;
                /**
                 * @description Adds related data to each asset. `valuations` needs the valuation scope, `documents` the documentation scope. Takes valuations, documents, or both with a comma.
                 * @example valuations,documents
                 */
                include?: "valuations" | "documents" | "valuations,documents" | "documents,valuations";
                /**
                 * @description Only these members of each asset: a block that is not named is absent. The members of `registry` are always sent, and so is what `include` adds. In a list, `sync.as_of` is then null: a mirror needs all members. Takes names with commas between them, each once, of id, registry_id, title, category, quantity, created_at, updated_at, valuation, detail, category_detail, documentation, estate, verification.
                 * @example registry_id,title,valuation
                 */
                fields?: string;
                /**
                 * @description The page by number. A page after the last is empty. Takes a whole number from 1 to 2147483647.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description The maximum number of entries of a page. Takes a whole number from 1 to 100.
                 * @example 25
                 */
                page_size?: number;
                /**
                 * @description The position at which the page begins. Take it from `next_cursor`. `start` is the same as no cursor. Takes the next_cursor of a page of this list, or start.
                 * @example start
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Selects the newest version that is dated on or before this date. The date must not be later than tomorrow in UTC.
                 * @example 2024-01-01
                 */
                "X-Service-Version"?: components["parameters"]["Version"];
                /**
                 * @description An id of your own for the request. An id of another form is replaced.
                 * @example nightly-2026-11-20
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The `ETag` of a body that you have, or several with commas. The response is a 304 if one of them is current.
                 * @example W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "item_01JD3M2Q8S4T6V8W0X2Y4Z6A8C",
                     *           "registry_id": "ORY-WT-01JD3M2Q8S4T6V8W0X2Y4Z6A8D",
                     *           "title": "Wrist watch",
                     *           "category": "watches",
                     *           "quantity": "1",
                     *           "created_at": "2026-03-01T09:30:00.000Z",
                     *           "updated_at": "2026-11-20T09:30:00.000Z",
                     *           "valuation": {
                     *             "market_value": {
                     *               "amount": "1250.00",
                     *               "currency": "USD"
                     *             },
                     *             "purchase_price": null,
                     *             "insurance_value": {
                     *               "amount": "1250.00",
                     *               "currency": "USD"
                     *             },
                     *             "valued_at": "2026-11-20T09:30:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "page_size": 25,
                     *         "total_count": 1,
                     *         "total_pages": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       },
                     *       "links": {
                     *         "first": "/api/v1/assets?client_id=user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E&page=1",
                     *         "prev": null,
                     *         "next": null,
                     *         "last": "/api/v1/assets?client_id=user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E&page=1"
                     *       },
                     *       "sync": {
                     *         "mode": "full",
                     *         "complete": true,
                     *         "as_of": "2026-11-20T09:30:00.000Z",
                     *         "removed": []
                     *       },
                     *       "grant": {
                     *         "id": "grant_01JD3M2Q8S4T6V8W0X2Y4Z6A8B",
                     *         "version": 3,
                     *         "scopes": [
                     *           "registry",
                     *           "valuation"
                     *         ],
                     *         "asset_filter": "category",
                     *         "expires_at": "2027-01-01T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AssetListBody"];
                };
            };
            /** @description Not modified: the body that `If-None-Match` names is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. The message says what is accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["portfolio_401"];
            /** @description No grant, scope or asset filter allows the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["portfolio_429"];
            500: components["responses"]["portfolio_500"];
            503: components["responses"]["portfolio_503"];
            default: components["responses"]["portfolio_default"];
        };
    };
    getAsset: {
        parameters: {
            query: {
                /**
                 * @description The client whose portfolio is read. Takes the user id of the client.
                 * @example user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E
                 */
                client_id: string;
                /**
                 * @description Adds related data to each asset. `valuations` needs the valuation scope, `documents` the documentation scope. Takes valuations, documents, or both with a comma.
                 * @example valuations,documents
                 */
                include?: "valuations" | "documents" | "valuations,documents" | "documents,valuations";
                /**
                 * @description Only these members of each asset: a block that is not named is absent. The members of `registry` are always sent, and so is what `include` adds. In a list, `sync.as_of` is then null: a mirror needs all members. Takes names with commas between them, each once, of id, registry_id, title, category, quantity, created_at, updated_at, valuation, detail, category_detail, documentation, estate, verification.
                 * @example registry_id,title,valuation
                 */
                fields?: string;
            };
            header?: {
                /**
                 * @description Selects the newest version that is dated on or before this date. The date must not be later than tomorrow in UTC.
                 * @example 2024-01-01
                 */
                "X-Service-Version"?: components["parameters"]["Version"];
                /**
                 * @description An id of your own for the request. An id of another form is replaced.
                 * @example nightly-2026-11-20
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The `ETag` of a body that you have, or several with commas. The response is a 304 if one of them is current.
                 * @example W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The registry id of the asset: ORY-{CODE}-{ULID}.
                 * @example ORY-WT-01JD3M2Q8S4T6V8W0X2Y4Z6A8D
                 */
                registry_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "item_01JD3M2Q8S4T6V8W0X2Y4Z6A8C",
                     *         "registry_id": "ORY-WT-01JD3M2Q8S4T6V8W0X2Y4Z6A8D",
                     *         "title": "Wrist watch",
                     *         "category": "watches",
                     *         "quantity": "1",
                     *         "created_at": "2026-03-01T09:30:00.000Z",
                     *         "updated_at": "2026-11-20T09:30:00.000Z",
                     *         "valuation": {
                     *           "market_value": {
                     *             "amount": "1250.00",
                     *             "currency": "USD"
                     *           },
                     *           "purchase_price": null,
                     *           "insurance_value": {
                     *             "amount": "1250.00",
                     *             "currency": "USD"
                     *           },
                     *           "valued_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       },
                     *       "grant": {
                     *         "id": "grant_01JD3M2Q8S4T6V8W0X2Y4Z6A8B",
                     *         "version": 3,
                     *         "scopes": [
                     *           "registry",
                     *           "valuation"
                     *         ],
                     *         "asset_filter": "category",
                     *         "expires_at": "2027-01-01T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["AssetBody"];
                };
            };
            /** @description Not modified: the body that `If-None-Match` names is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. The message says what is accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["portfolio_401"];
            /** @description No grant, scope or asset filter allows the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such asset, connection or plant. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["portfolio_429"];
            500: components["responses"]["portfolio_500"];
            503: components["responses"]["portfolio_503"];
            default: components["responses"]["portfolio_default"];
        };
    };
    listValuations: {
        parameters: {
            query: {
                /**
                 * @description The client whose portfolio is read. Takes the user id of the client.
                 * @example user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E
                 */
                client_id: string;
                /**
                 * @description Exactly this source. Takes one snake_case word, such as spot_price.
                 * @example appraisal
                 */
                source?: string;
                /**
                 * @description Strictly after this. Takes an ISO 8601 instant such as 2026-11-20T09:30:00Z or 20261120T093000+0100 (UTC without an offset), or a date (in a URL, + is written %2B).
                 * @example 2020-01-01
                 */
                since?: string;
                /**
                 * @description The page by number. A page after the last is empty. Takes a whole number from 1 to 2147483647.
                 * @example 1
                 */
                page?: number;
                /**
                 * @description The maximum number of entries of a page. Takes a whole number from 1 to 100.
                 * @example 25
                 */
                page_size?: number;
                /**
                 * @description The position at which the page begins. Take it from `next_cursor`. `start` is the same as no cursor. Takes the next_cursor of a page of this list, or start.
                 * @example start
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Selects the newest version that is dated on or before this date. The date must not be later than tomorrow in UTC.
                 * @example 2024-01-01
                 */
                "X-Service-Version"?: components["parameters"]["Version"];
                /**
                 * @description An id of your own for the request. An id of another form is replaced.
                 * @example nightly-2026-11-20
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The `ETag` of a body that you have, or several with commas. The response is a 304 if one of them is current.
                 * @example W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The registry id of the asset: ORY-{CODE}-{ULID}.
                 * @example ORY-WT-01JD3M2Q8S4T6V8W0X2Y4Z6A8D
                 */
                registry_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "val_01JD3M2Q8S4T6V8W0X2Y4Z6A8J",
                     *           "value": {
                     *             "amount": "1250.00",
                     *             "currency": "USD"
                     *           },
                     *           "source": "appraisal",
                     *           "valued_at": "2026-11-20T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 1,
                     *         "page_size": 25,
                     *         "total_count": 1,
                     *         "total_pages": 1,
                     *         "has_more": false,
                     *         "next_cursor": null
                     *       },
                     *       "links": {
                     *         "first": "/api/v1/assets/ORY-WT-01JD3M2Q8S4T6V8W0X2Y4Z6A8D/valuations?client_id=user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E&page=1",
                     *         "prev": null,
                     *         "next": null,
                     *         "last": "/api/v1/assets/ORY-WT-01JD3M2Q8S4T6V8W0X2Y4Z6A8D/valuations?client_id=user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E&page=1"
                     *       },
                     *       "grant": {
                     *         "id": "grant_01JD3M2Q8S4T6V8W0X2Y4Z6A8B",
                     *         "version": 3,
                     *         "scopes": [
                     *           "registry",
                     *           "valuation"
                     *         ],
                     *         "asset_filter": "category",
                     *         "expires_at": "2027-01-01T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ValuationListBody"];
                };
            };
            /** @description Not modified: the body that `If-None-Match` names is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. The message says what is accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["portfolio_401"];
            /** @description No grant, scope or asset filter allows the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such asset, connection or plant. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["portfolio_429"];
            500: components["responses"]["portfolio_500"];
            503: components["responses"]["portfolio_503"];
            default: components["responses"]["portfolio_default"];
        };
    };
    listDocuments: {
        parameters: {
            query: {
                /**
                 * @description The client whose portfolio is read. Takes the user id of the client.
                 * @example user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E
                 */
                client_id: string;
            };
            header?: {
                /**
                 * @description Selects the newest version that is dated on or before this date. The date must not be later than tomorrow in UTC.
                 * @example 2024-01-01
                 */
                "X-Service-Version"?: components["parameters"]["Version"];
                /**
                 * @description An id of your own for the request. An id of another form is replaced.
                 * @example nightly-2026-11-20
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The `ETag` of a body that you have, or several with commas. The response is a 304 if one of them is current.
                 * @example W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The registry id of the asset: ORY-{CODE}-{ULID}.
                 * @example ORY-WT-01JD3M2Q8S4T6V8W0X2Y4Z6A8D
                 */
                registry_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "doc_01JD3M2Q8S4T6V8W0X2Y4Z6A8K",
                     *           "type": "invoice",
                     *           "title": "Invoice",
                     *           "issuer": "A dealer",
                     *           "issued_on": "2026-03-01",
                     *           "expires_on": null,
                     *           "file_size": 48213
                     *         }
                     *       ],
                     *       "completeness": {
                     *         "score": 20,
                     *         "recommended": [
                     *           "invoice",
                     *           "certificate_of_authenticity",
                     *           "service_record",
                     *           "appraisal",
                     *           "photograph"
                     *         ],
                     *         "present": [
                     *           "invoice"
                     *         ],
                     *         "missing": [
                     *           "certificate_of_authenticity",
                     *           "service_record",
                     *           "appraisal",
                     *           "photograph"
                     *         ]
                     *       },
                     *       "grant": {
                     *         "id": "grant_01JD3M2Q8S4T6V8W0X2Y4Z6A8B",
                     *         "version": 3,
                     *         "scopes": [
                     *           "registry",
                     *           "documentation"
                     *         ],
                     *         "asset_filter": "category",
                     *         "expires_at": "2027-01-01T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DocumentListBody"];
                };
            };
            /** @description Not modified: the body that `If-None-Match` names is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. The message says what is accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["portfolio_401"];
            /** @description No grant, scope or asset filter allows the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description There is no such asset, connection or plant. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["portfolio_429"];
            500: components["responses"]["portfolio_500"];
            503: components["responses"]["portfolio_503"];
            default: components["responses"]["portfolio_default"];
        };
    };
    getSummary: {
        parameters: {
            query: {
                /**
                 * @description The client whose portfolio is read. Takes the user id of the client.
                 * @example user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E
                 */
                client_id: string;
            };
            header?: {
                /**
                 * @description Selects the newest version that is dated on or before this date. The date must not be later than tomorrow in UTC.
                 * @example 2024-01-01
                 */
                "X-Service-Version"?: components["parameters"]["Version"];
                /**
                 * @description An id of your own for the request. An id of another form is replaced.
                 * @example nightly-2026-11-20
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The `ETag` of a body that you have, or several with commas. The response is a 304 if one of them is current.
                 * @example W/"2jmj7l5rSw0yVb_vlWAYkK_YBwk"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "client_id": "user_01JD3M2Q8S4T6V8W0X2Y4Z6A8E",
                     *         "currency": "USD",
                     *         "as_of": "2026-11-20T09:30:00.000Z",
                     *         "digest": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *         "asset_count": 1,
                     *         "categories": [
                     *           {
                     *             "category": "watches",
                     *             "asset_count": 1,
                     *             "total_value": {
                     *               "amount": "1250.00",
                     *               "currency": "USD"
                     *             }
                     *           }
                     *         ],
                     *         "total_value": {
                     *           "amount": "1250.00",
                     *           "currency": "USD"
                     *         },
                     *         "valued_asset_count": 1
                     *       },
                     *       "grant": {
                     *         "id": "grant_01JD3M2Q8S4T6V8W0X2Y4Z6A8B",
                     *         "version": 3,
                     *         "scopes": [
                     *           "registry",
                     *           "valuation"
                     *         ],
                     *         "asset_filter": "category",
                     *         "expires_at": "2027-01-01T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SummaryBody"];
                };
            };
            /** @description Not modified: the body that `If-None-Match` names is current. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    ETag: components["headers"]["ETag"];
                    Vary: components["headers"]["Vary"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. The message says what is accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["portfolio_401"];
            /** @description No grant, scope or asset filter allows the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    "X-Service-Version": components["headers"]["X-Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["portfolio_429"];
            500: components["responses"]["portfolio_500"];
            503: components["responses"]["portfolio_503"];
            default: components["responses"]["portfolio_default"];
        };
    };
    listPlants: {
        parameters: {
            query?: {
                /**
                 * @description The maximum number of plants. Without it, all plants are returned. Takes a whole number from 1 to 2147483647.
                 * @example 100
                 */
                limit?: number;
            };
            header?: {
                /**
                 * @description An id of your own for the request. An id of another form is replaced.
                 * @example nightly-2026-11-20
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plant"][];
                };
            };
            /** @description The request is not valid. The message says what is accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantError"];
                };
            };
            401: components["responses"]["plants_401"];
            /** @description No grant, scope or asset filter allows the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantError"];
                };
            };
            429: components["responses"]["plants_429"];
            500: components["responses"]["plants_500"];
            503: components["responses"]["plants_503"];
            default: components["responses"]["plants_default"];
        };
    };
    createPlant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request. An id of another form is replaced.
                 * @example nightly-2026-11-20
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The plant. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": 42,
                 *       "name": "Maidenhair fern",
                 *       "tag": "shade"
                 *     }
                 */
                "application/json": components["schemas"]["NewPlant"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "Maidenhair fern",
                     *       "tag": "shade"
                     *     }
                     */
                    "application/json": components["schemas"]["Plant"];
                };
            };
            /** @description The request is not valid. The message says what is accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantError"];
                };
            };
            401: components["responses"]["plants_401"];
            /** @description No grant, scope or asset filter allows the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantError"];
                };
            };
            429: components["responses"]["plants_429"];
            500: components["responses"]["plants_500"];
            503: components["responses"]["plants_503"];
            default: components["responses"]["plants_default"];
        };
    };
    deletePlant: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An id of your own for the request. An id of another form is replaced.
                 * @example nightly-2026-11-20
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The id of the plant: a whole number of 64 bits in decimal digits. It is text, so that clients that read numbers as doubles do not round it.
                 * @example 42
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid. The message says what is accepted. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantError"];
                };
            };
            401: components["responses"]["plants_401"];
            /** @description No grant, scope or asset filter allows the request. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantError"];
                };
            };
            /** @description There is no such asset, connection or plant. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-RateLimit-Cost": components["headers"]["X-RateLimit-Cost"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "X-Error-Code": components["headers"]["X-Error-Code"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantError"];
                };
            };
            429: components["responses"]["plants_429"];
            500: components["responses"]["plants_500"];
            503: components["responses"]["plants_503"];
            default: components["responses"]["plants_default"];
        };
    };
    receiveEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the event. It is the same in each attempt.
                 * @example change_01M7D3V2C9Q1S8XJ5K0R4T6W8Y_12
                 */
                "webhook-id": string;
                /**
                 * @description When this attempt was sent, in seconds since 1970. Refuse one that is more than five minutes from your clock.
                 * @example 1795723200
                 */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA-256 in base64 of `webhook-id.webhook-timestamp.body`. For 24 hours after a rotation there are two with a space between: accept the request if one of them is right.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description One entry of the change feed, or an event of type `test`, which an admin has asked for. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "change_01M7D3V2C9Q1S8XJ5K0R4T6W8Y_12",
                 *       "type": "grant.ended",
                 *       "at": "2026-11-26T20:00:00.000Z",
                 *       "client_id": "user_01M7D3V2C9Q1S8XJ5K0R4T6W8Y",
                 *       "grant": {
                 *         "id": "grant_01M7D3V2C9Q1S8XJ5K0R4T6W8Y",
                 *         "version": 3
                 *       },
                 *       "reference": null,
                 *       "reason": "revoked_by_client"
                 *     }
                 */
                "application/json": components["schemas"]["Change"] | {
                    /** @description The id of the event. */
                    id: string;
                    /**
                     * @description That it is a test.
                     * @enum {string}
                     */
                    type: "test";
                    /**
                     * Format: date-time
                     * @description When it was asked for.
                     */
                    at: string;
                };
            };
        };
        responses: {
            /** @description The event is delivered. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The event is not delivered. It is sent again later. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
