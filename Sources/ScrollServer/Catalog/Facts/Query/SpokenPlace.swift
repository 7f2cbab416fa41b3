// Large cities by name, such as "lisbon", for pictures that know where they were taken.

/// Reads the name of a city as its surroundings: `lisbon` as `(near:38.72,-9.14,25km | lisbon*)`.
enum SpokenPlace {
    /// How far around the middle of a city pictures are its own.
    static let radius = "25km"
    /// The same for a place's name, in metres.
    private static let nearby = 5000.0

    /// Returns the condition that lowercased words mean; nil where they are no city of the table.
    ///
    /// Files and folders are often named after a city, so the words still find what they found before.
    static func condition(_ words: [String]) -> String? {
        let name = words.joined(separator: " ")
        guard let place = places[name] else { return nil }
        let written = words.count == 1 ? "\(name)*" : "\"\(name)\""
        return "(near:\(place),\(radius) | \(written))"
    }

    /// Returns the English name of the city whose middle is at most 5 km away; nil where none is.
    ///
    /// O(cities).
    static func name(latitude: Double, longitude: Double) -> String? {
        let circle = Circle(latitude: latitude, longitude: longitude, metres: nearby)
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: "|")
            let degrees = parts[0].split(separator: ",").compactMap { Double($0) }
            guard degrees.count == 2, circle.contains(latitude: degrees[0], longitude: degrees[1]) else { continue }
            return parts[1].split(separator: " ").map(capitalised).joined(separator: " ")
        }
        return nil
    }

    private static func capitalised(_ word: Substring) -> String {
        if ["de", "da", "do"].contains(word) { return String(word) }
        return word == "dc" ? "DC" : word.prefix(1).uppercased() + word.dropFirst()
    }

    /// Latitude and longitude in degrees, by name.
    private static let places: [String: String] = {
        var places: [String: String] = [:]
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: "|")
            for name in parts.dropFirst() { places[String(name)] = String(parts[0]) }
        }
        return places
    }()

    /// A city a line: latitude and longitude, then its names, in English and in its own language.
    static let table = """
        40.71,-74.01|new york|new york city|nyc
        34.05,-118.24|los angeles
        41.88,-87.63|chicago
        29.76,-95.37|houston
        37.77,-122.42|san francisco
        47.61,-122.33|seattle
        42.36,-71.06|boston
        38.91,-77.04|washington dc|washington
        25.76,-80.19|miami
        39.74,-104.99|denver
        33.75,-84.39|atlanta
        39.95,-75.17|philadelphia
        36.17,-115.14|las vegas
        32.72,-117.16|san diego
        30.27,-97.74|austin
        29.95,-90.07|new orleans
        45.52,-122.68|portland
        21.31,-157.86|honolulu
        43.65,-79.38|toronto
        45.50,-73.57|montreal|montréal
        49.28,-123.12|vancouver
        46.81,-71.21|quebec|québec
        45.42,-75.70|ottawa
        51.05,-114.07|calgary
        19.43,-99.13|mexico city|ciudad de méxico
        20.67,-103.35|guadalajara
        21.16,-86.85|cancun|cancún
        23.11,-82.37|havana|la habana
        4.71,-74.07|bogota|bogotá
        6.24,-75.58|medellin|medellín
        -0.18,-78.47|quito
        -12.05,-77.04|lima
        -13.53,-71.97|cusco|cuzco
        -16.49,-68.12|la paz
        -33.45,-70.67|santiago de chile
        -34.60,-58.38|buenos aires
        -34.90,-56.19|montevideo
        -23.55,-46.63|sao paulo|são paulo
        -22.91,-43.17|rio de janeiro
        -15.79,-47.88|brasilia|brasília
        10.48,-66.90|caracas
        51.51,-0.13|london
        53.48,-2.24|manchester
        52.49,-1.90|birmingham
        53.41,-2.98|liverpool
        55.95,-3.19|edinburgh
        55.86,-4.25|glasgow
        51.45,-2.59|bristol
        53.35,-6.26|dublin
        54.60,-5.93|belfast
        48.86,2.35|paris
        45.76,4.84|lyon
        43.30,5.37|marseille
        43.60,1.44|toulouse
        44.84,-0.58|bordeaux
        48.58,7.75|strasbourg
        50.85,4.35|brussels|bruxelles
        51.22,4.40|antwerp|antwerpen
        52.37,4.90|amsterdam
        51.92,4.48|rotterdam
        52.09,5.12|utrecht
        49.61,6.13|luxembourg
        52.52,13.40|berlin
        53.55,9.99|hamburg
        48.14,11.58|munich|münchen
        50.94,6.96|cologne|köln
        50.11,8.68|frankfurt
        48.78,9.18|stuttgart
        51.34,12.37|leipzig
        51.05,13.74|dresden
        49.45,11.08|nuremberg|nürnberg
        48.21,16.37|vienna|wien
        47.81,13.05|salzburg
        47.27,11.40|innsbruck
        47.38,8.54|zurich|zürich
        46.20,6.14|geneva|genève
        46.95,7.45|bern
        47.56,7.59|basel
        41.90,12.50|rome|roma
        45.46,9.19|milan|milano
        45.44,12.32|venice|venezia
        43.77,11.26|florence|firenze
        40.85,14.27|naples|napoli
        45.07,7.69|turin|torino
        44.49,11.34|bologna
        38.12,13.36|palermo
        40.42,-3.70|madrid
        41.39,2.17|barcelona
        37.39,-5.98|seville|sevilla
        39.47,-0.38|valencia
        37.18,-3.60|granada
        43.26,-2.93|bilbao
        36.72,-4.42|malaga|málaga
        39.57,2.65|palma
        38.72,-9.14|lisbon|lisboa
        41.15,-8.61|porto
        55.68,12.57|copenhagen|københavn
        59.33,18.07|stockholm
        57.71,11.97|gothenburg|göteborg
        59.91,10.75|oslo
        60.39,5.32|bergen
        60.17,24.94|helsinki
        64.15,-21.94|reykjavik|reykjavík
        59.44,24.75|tallinn
        56.95,24.11|riga
        54.69,25.28|vilnius
        52.23,21.01|warsaw|warszawa
        50.06,19.94|krakow|kraków
        54.35,18.65|gdansk|gdańsk
        51.11,17.03|wroclaw|wrocław
        50.08,14.44|prague|praha
        49.20,16.61|brno
        48.15,17.11|bratislava
        47.50,19.04|budapest
        46.06,14.51|ljubljana
        45.81,15.98|zagreb
        42.65,18.09|dubrovnik
        43.86,18.41|sarajevo
        44.79,20.45|belgrade|beograd
        42.70,23.32|sofia
        44.43,26.10|bucharest|bucurești
        41.33,19.82|tirana
        37.98,23.73|athens
        40.64,22.94|thessaloniki
        41.01,28.98|istanbul
        39.93,32.86|ankara
        36.90,30.71|antalya
        50.45,30.52|kyiv|kiev
        49.84,24.03|lviv
        46.48,30.73|odesa|odessa
        55.76,37.62|moscow
        59.94,30.31|saint petersburg|st petersburg
        41.72,44.79|tbilisi
        40.18,44.51|yerevan
        40.41,49.87|baku
        41.30,69.24|tashkent
        43.24,76.89|almaty
        31.77,35.22|jerusalem
        32.08,34.78|tel aviv
        31.95,35.93|amman
        33.89,35.50|beirut
        25.20,55.27|dubai
        24.45,54.38|abu dhabi
        25.29,51.53|doha
        24.71,46.68|riyadh
        35.69,51.39|tehran
        30.04,31.24|cairo
        25.69,32.64|luxor
        31.63,-7.98|marrakech|marrakesh
        33.57,-7.59|casablanca
        34.03,-5.00|fez
        36.81,10.18|tunis
        36.75,3.06|algiers
        14.72,-17.47|dakar
        5.60,-0.19|accra
        6.52,3.38|lagos
        9.03,38.74|addis ababa
        -1.29,36.82|nairobi
        -6.79,39.21|dar es salaam
        -33.92,18.42|cape town|kapstadt
        -26.20,28.05|johannesburg
        28.61,77.21|delhi|new delhi
        19.08,72.88|mumbai|bombay
        12.97,77.59|bangalore|bengaluru
        13.08,80.27|chennai
        22.57,88.36|kolkata|calcutta
        17.39,78.49|hyderabad
        26.91,75.79|jaipur
        27.18,78.01|agra
        27.72,85.32|kathmandu
        6.93,79.86|colombo
        23.81,90.41|dhaka
        24.86,67.00|karachi
        31.55,74.34|lahore
        13.76,100.50|bangkok
        18.79,98.98|chiang mai
        21.03,105.85|hanoi
        10.82,106.63|ho chi minh city|saigon
        11.56,104.92|phnom penh
        13.36,103.86|siem reap
        1.35,103.82|singapore
        3.14,101.69|kuala lumpur
        -6.21,106.85|jakarta
        14.60,120.98|manila
        22.32,114.17|hong kong
        25.03,121.57|taipei
        39.90,116.41|beijing
        31.23,121.47|shanghai
        23.13,113.26|guangzhou
        22.54,114.06|shenzhen
        30.57,104.07|chengdu
        34.34,108.94|xi'an|xian
        37.57,126.98|seoul
        35.18,129.08|busan
        35.68,139.69|tokyo|東京
        34.69,135.50|osaka|大阪
        35.01,135.77|kyoto|京都
        43.06,141.35|sapporo
        34.39,132.46|hiroshima
        33.59,130.40|fukuoka
        -33.87,151.21|sydney
        -37.81,144.96|melbourne
        -27.47,153.03|brisbane
        -31.95,115.86|perth
        -34.93,138.60|adelaide
        -36.85,174.76|auckland
        -41.29,174.78|wellington
        -43.53,172.64|christchurch
        -45.03,168.66|queenstown
        """
}
