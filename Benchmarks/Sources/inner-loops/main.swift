// inner-loops             names the loops, with the bytes that a round of each goes through
// inner-loops NAME N      does N rounds of one, and prints what came out
let arguments = CommandLine.arguments
if arguments.count == 1 {
    for make in Loop.all {
        let loop = make()
        print(loop.name, loop.bytes)
    }
} else if arguments.count == 3, let rounds = Int(arguments[2]),
    let loop = Loop.all.lazy.map({ $0() }).first(where: { $0.name == arguments[1] })
{
    var sum = 0
    for _ in 0..<rounds { sum &+= try loop.round() }
    print(sum)
} else {
    print("inner-loops: NAME N, or nothing")
}
