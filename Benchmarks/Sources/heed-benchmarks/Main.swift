import Foundation

/// Runs every case and prints its figures.
@main
enum Main {
    static func main() {
        print("Nanoseconds an operation (for a post: a delivery):")
        print("the best round, the middle one, and the best as a multiple of the first line's.\n")
        for benchmark in PostingCases.all() + PropertyCases.all() {
            print(benchmark.name)
            let figures = benchmark.measure()
            for figure in figures {
                let ratio = figure.minimum / figures[0].minimum
                print(
                    "  " + figure.name.padding(toLength: 32, withPad: " ", startingAt: 0),
                    String(format: "%10.1f %10.1f %8.2f ×", figure.minimum, figure.median, ratio)
                )
            }
        }
    }
}
